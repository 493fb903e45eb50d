import type { ConversationEndReason, EndedReason, TechnicalFailure } from '../call/call';
import { isCounted, isOpen, type CallSummary } from '../call/call-record';

/** What the statistics know of one call. It holds no personal data, so a job keeps it when it is erased. */
export interface CallFact {
  Attempt: number;
  /** When it was dialed. */
  AtMS: number;
  /** The number that the contact saw; absent if that is unknown. */
  CallerID?: string | undefined;
  Outcome: CallOutcome;
  Answered?: true | undefined;
  Talked?: true | undefined;
  /** The call completed its job. */
  Objective?: true | undefined;
}

/** How a call ended, in the statistics; `in_progress` until its end is recorded. */
export type CallOutcome = 'in_progress' | TechnicalFailure | ConversationEndReason | EndedReason;

/** The analysis found a conversation with a person. */
const conversations: readonly ConversationEndReason[] = [
  'conversation_complete',
  'call_dropped',
  'user_refusal',
  'wrong_contact',
  'other_unsuccessful',
];

/** A technical failure first, then what was said, then what the line reported. */
export function callOutcomeOf(call: CallSummary): CallOutcome {
  if (isOpen(call)) return 'in_progress';
  if (call.Failure !== undefined) return call.Failure;
  const said = call.ConnectedMS === undefined ? undefined : call.Analysis?.ConversationEndReason;
  return said ?? call.EndedReason ?? 'assistant_error';
}

function toFact(call: CallSummary): CallFact {
  const answered = call.ConnectedMS !== undefined;
  const said = answered ? call.Analysis?.ConversationEndReason : undefined;
  return {
    Attempt: call.Attempt,
    AtMS: call.DialedMS ?? call.CreatedMS,
    ...(call.CallerID === undefined ? {} : { CallerID: call.CallerID }),
    Outcome: callOutcomeOf(call),
    ...(answered ? { Answered: true as const } : {}),
    ...(said !== undefined && conversations.includes(said) ? { Talked: true as const } : {}),
  };
}

/** The facts of a job's calls that count as attempts, made from all of them each time, so that a retry counts none twice. */
export const callFactsOf = (calls: readonly CallSummary[]): CallFact[] => calls.filter(isCounted).map(toFact);

/** Marks the call that completed the job: its last one. */
export const withObjective = (facts: readonly CallFact[]): CallFact[] =>
  facts.map((fact, index) => (index === facts.length - 1 ? { ...fact, Objective: true as const } : fact));
