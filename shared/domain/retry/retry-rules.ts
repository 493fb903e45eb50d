import type { FailureReason } from '../job/failure';
import { conversationEndReasons, endedReasons, type ConversationEndReason, type EndedReason } from '../call/call';
import { parseDurationMs } from '../duration';

/** Every name of an outcome in a campaign's retry rules. */
export const outcomeNames = [...endedReasons, ...conversationEndReasons] as const;
export type OutcomeName = (typeof outcomeNames)[number];

/** What a campaign sets to follow an outcome. Delays are Go durations, used in order; the last one repeats. */
export type RetryRule =
  { Then: 'complete' } | { Then: 'retry'; Delays?: string[] | undefined } | { Then: 'fail'; Reason: FailureReason };
export type RetryRules = Partial<Record<OutcomeName, RetryRule>>;

/** Delays between calls if neither the campaign nor the outcome sets others. */
export const defaultRetryDelays = ['15m', '1h', '4h', '24h'];

/** Calls per job if no `MaxTotalCalls` is set, so that an oversight never causes endless calls. */
export const defaultMaxTotalCalls = 3;

/**
 * What follows each outcome unless the campaign overrides it. docs/retry-rules.md documents this table; a test compares
 * them.
 */
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

/** How a call ended, as the provider and the analysis report it. */
export interface Outcome {
  /** Absent if the call failed before the provider reported anything. */
  endedReason?: EndedReason | undefined;
  /** True if the contact answered. */
  connected: boolean;
  conversation?: ConversationEndReason | undefined;
  /** True if the connection or the provider failed, so that the contact did not hang up, whatever `endedReason` says. */
  connectionFailed?: boolean | undefined;
}

/** What follows a call. `delays` are those of the rule that applies. */
export type AfterCall =
  | { kind: 'completed' }
  | { kind: 'failed'; reason: FailureReason; message: string }
  | { kind: 'retry'; delays: readonly string[]; because: OutcomeName };

/**
 * Maps an outcome to what follows it. If the contact never answered, or our side failed, the provider's reason decides.
 * Otherwise the end of the conversation decides. If the analysis says only that the conversation did not succeed, the
 * provider's reason decides for a contact who hung up and for a call that timed out. The campaign's rules take
 * precedence over the defaults.
 */
export function decideAfterCall(outcome: Outcome, rules: RetryRules, hangUpIsOptOut: boolean): AfterCall {
  if (hangUpIsOptOut && isHangUpOfContact(outcome)) {
    return {
      kind: 'failed',
      reason: 'opted_out',
      message: 'The contact hung up before the conversation ended. This campaign treats that as an opt-out.',
    };
  }
  const names = outcomeNamesOf(outcome);
  const name = names.find((candidate) => rules[candidate] !== undefined) ?? names.at(-1) ?? 'assistant_error';
  const rule: RetryRule = rules[name] ?? defaultRetryRules[name];
  switch (rule.Then) {
    case 'complete':
      return { kind: 'completed' };
    case 'fail':
      return {
        kind: 'failed',
        reason: rule.Reason,
        message: `The call ended with ${name}, for which this campaign fails the job.`,
      };
    case 'retry':
      return { kind: 'retry', delays: rule.Delays ?? defaultRetryDelays, because: name };
  }
}

/** Ends of a conversation after which a hang-up says nothing about what the contact wants. */
const hangUpExpected: readonly (ConversationEndReason | undefined)[] = [
  'conversation_complete',
  'left_voicemail',
  'abandoned_answering_machine',
  'wrong_contact',
];

/** True if the contact, not a machine, a stranger or a failure, ended the call before the conversation was over. */
const isHangUpOfContact = ({ endedReason, connected, conversation, connectionFailed }: Outcome): boolean =>
  connected && endedReason === 'contact_hung_up' && connectionFailed !== true && !hangUpExpected.includes(conversation);

/** The names of an outcome, the most specific first. The default rule of the last one applies. */
function outcomeNamesOf({ endedReason, connected, conversation }: Outcome): OutcomeName[] {
  if (endedReason === undefined || endedReason === 'assistant_error') return ['assistant_error'];
  if (!connected || conversation === undefined) return [endedReason];
  const providerSaysMore =
    conversation === 'other_unsuccessful' && (endedReason === 'contact_hung_up' || endedReason === 'call_timeout');
  return providerSaysMore ? [conversation, endedReason] : [conversation];
}

/** Why a job fails that has used up its calls: our own failure if that ended the last call. */
export const exhaustedReason = (because: OutcomeName): FailureReason =>
  because === 'assistant_error' ? 'technical_error' : 'max_attempts_exceeded';

/** The delay after call number `callsMade`. */
export const retryDelayMs = (delays: readonly string[], callsMade: number): number =>
  parseDurationMs(delays[Math.min(Math.max(callsMade, 1), delays.length) - 1] ?? '0s') ?? 0;

const isEndedReason = (name: OutcomeName): name is EndedReason =>
  (endedReasons as readonly OutcomeName[]).includes(name);
const neverConnected: readonly OutcomeName[] = ['contact_busy', 'contact_did_not_answer', 'assistant_error'];

/** An outcome with the given name, for forecasts. A conversation can only end in a call that was answered. */
export const toOutcome = (name: OutcomeName): Outcome =>
  isEndedReason(name)
    ? { endedReason: name, connected: !neverConnected.includes(name) }
    : { endedReason: 'assistant_hung_up', connected: true, conversation: name };
