import type { FailureReason } from '../job/failure';
import { conversationEndReasons, endedReasons, type ConversationEndReason, type EndedReason } from '../call/call';

/** Every name that an outcome has in a campaign's retry rules. */
export const outcomeNames = [...endedReasons, ...conversationEndReasons] as const;
export type OutcomeName = (typeof outcomeNames)[number];

/** What a campaign lets follow an outcome. Delays are Go shorthand, used in turn; the last one repeats. */
export type RetryRule =
  { Then: 'complete' } | { Then: 'retry'; Delays?: string[] | undefined } | { Then: 'fail'; Reason: FailureReason };
export type RetryRules = Partial<Record<OutcomeName, RetryRule>>;

/** Waits between attempts where neither the campaign nor the outcome names others. */
export const defaultRetryDelays = ['15m', '1h', '4h', '24h'];

/** Attempts ever where no `MaxTotalCalls` is set anywhere: nobody is rung for ever by an oversight. */
export const defaultMaxTotalCalls = 3;

/** What follows each outcome unless the campaign says otherwise. Documented in docs/scheduling.md. */
export const defaultRetryRules = {
  conversation_complete: { Then: 'complete' },
  user_refusal: { Then: 'fail', Reason: 'opted_out' },
  wrong_contact: { Then: 'fail', Reason: 'wrong_contact' },
  other_unsuccessful: { Then: 'fail', Reason: 'campaign_objective_missed' },
  call_dropped: { Then: 'retry', Delays: ['5m', '1h', '4h', '24h'] },
  left_voicemail: { Then: 'retry', Delays: ['4h', '24h'] },
  abandoned_answering_machine: { Then: 'retry', Delays: ['1h', '4h', '24h'] },
  no_answer: { Then: 'retry' },
  contact_busy: { Then: 'retry', Delays: ['5m', '15m', '1h', '4h'] },
  contact_did_not_answer: { Then: 'retry' },
  contact_hung_up: { Then: 'retry' },
  call_timeout: { Then: 'retry' },
  assistant_error: { Then: 'retry', Delays: ['5m', '15m', '1h'] },
  assistant_hung_up: { Then: 'retry' },
} as const satisfies Record<EndedReason | ConversationEndReason, RetryRule>;

/** How an attempt ended, by what the line and the analysis say. */
export interface Outcome {
  /** Absent when the attempt failed before anything was known of the line. */
  endedReason?: EndedReason | undefined;
  /** True when the contact picked up. */
  connected: boolean;
  conversation?: ConversationEndReason | undefined;
}

/** What the job does next. `delays` are those of the rule that decided. */
export type AfterCall =
  | { kind: 'completed' }
  | { kind: 'failed'; reason: FailureReason; message: string }
  | { kind: 'retry'; delays: readonly string[]; because: string };

/**
 * The one table from an outcome to the next step. A call that was never answered, or that our side broke, is judged by how the line
 * ended; one that was answered by how the conversation ended. Where the conversation says no more than that it did not succeed, a
 * contact who hung up and a call that ran out of time are judged by the line again. The campaign's rules are asked before the defaults.
 */
export function decideAfterCall(outcome: Outcome, rules: RetryRules, hangUpIsOptOut: boolean): AfterCall {
  const { endedReason, connected, conversation } = outcome;
  const talkedToTheEnd = conversation === 'conversation_complete';
  if (hangUpIsOptOut && connected && endedReason === 'contact_hung_up' && !talkedToTheEnd) {
    return {
      kind: 'failed',
      reason: 'opted_out',
      message: 'The contact hung up before the conversation ended, which this campaign takes as an opt-out.',
    };
  }
  const keys = outcomeNamesOf(outcome);
  const key = keys.find((name) => rules[name] !== undefined) ?? keys.at(-1) ?? 'assistant_error';
  const rule: RetryRule = rules[key] ?? defaultRetryRules[key];
  switch (rule.Then) {
    case 'complete':
      return { kind: 'completed' };
    case 'fail':
      return {
        kind: 'failed',
        reason: rule.Reason,
        message: `The call ended with ${key}, on which this campaign fails a job.`,
      };
    case 'retry':
      return { kind: 'retry', delays: rule.Delays ?? defaultRetryDelays, because: key };
  }
}

/** What names an outcome, the most telling first; the last one has the default rule that applies. */
function outcomeNamesOf({ endedReason, connected, conversation }: Outcome): (EndedReason | ConversationEndReason)[] {
  if (endedReason === undefined || endedReason === 'assistant_error') return ['assistant_error'];
  if (!connected || conversation === undefined) return [endedReason];
  const lineTellsMore =
    conversation === 'other_unsuccessful' && (endedReason === 'contact_hung_up' || endedReason === 'call_timeout');
  return lineTellsMore ? [conversation, endedReason] : [conversation];
}

/** The reason a job fails with when its attempts are used up: what broke the last one if it was us, the budget otherwise. */
export const exhaustedReason = (because: string): FailureReason =>
  because === 'assistant_error' ? 'technical_error' : 'max_attempts_exceeded';

/** The delay before attempt `made + 1`. */
export const pickRetryDelay = (delays: readonly string[], made: number): string =>
  delays[Math.min(Math.max(made, 1), delays.length) - 1] ?? '0s';

const isEndedReason = (name: OutcomeName): name is EndedReason =>
  (endedReasons as readonly OutcomeName[]).includes(name);
const neverConnected: readonly OutcomeName[] = ['contact_busy', 'contact_did_not_answer', 'assistant_error'];

/** An outcome that goes by this name, for looking ahead. What a conversation came to ends a call that was answered. */
export const toOutcome = (name: OutcomeName): Outcome =>
  isEndedReason(name)
    ? { endedReason: name, connected: !neverConnected.includes(name) }
    : { endedReason: 'assistant_hung_up', connected: true, conversation: name };
