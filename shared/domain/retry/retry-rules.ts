import type { FailureReason } from '../job/failure';
import { conversationEndReasons, endedReasons, type ConversationEndReason, type EndedReason } from '../call/call';
import { endedDetails, type EndedDetail } from '../call/line';
import { parseDurationMs } from '../duration';

/** The names of outcomes, each with a default rule. */
export const outcomeNames = [...endedReasons, ...conversationEndReasons] as const;
export type OutcomeName = (typeof outcomeNames)[number];

/** Details of the line that a rule may name. `no_answer` is a conversation's end already, and `contact_did_not_answer` says it. */
export const detailNames = endedDetails.filter((detail) => detail !== 'no_answer');
export type DetailName = Exclude<EndedDetail, 'no_answer'>;

/** Every name in a campaign's retry rules. */
export const ruleNames = [...outcomeNames, ...detailNames, 'callback_requested'] as const;
export type RuleName = OutcomeName | DetailName | 'callback_requested';

/** What a campaign sets to follow an outcome. Delays are Go durations, used in order; the last one repeats. */
export type RetryRule =
  { Then: 'complete' } | { Then: 'retry'; Delays?: string[] | undefined } | { Then: 'fail'; Reason: FailureReason };
export type RetryRules = Partial<Record<RuleName, RetryRule>>;

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

/** What follows a detail, or a request for a callback, unless the campaign's rule for the same name says otherwise. */
export const defaultSpecificRules = {
  unwanted: { Then: 'fail', Reason: 'opted_out' },
  callback_requested: { Then: 'retry' },
} as const satisfies Partial<Record<RuleName, RetryRule>>;

/** How a call ended, as the provider and the analysis report it. */
export interface Outcome {
  /** Absent if the call failed before the provider reported anything. */
  endedReason?: EndedReason | undefined;
  /** True if the contact answered. */
  connected: boolean;
  conversation?: ConversationEndReason | undefined;
  /** True if the connection or the provider failed, so that the contact did not hang up, whatever `endedReason` says. */
  connectionFailed?: boolean | undefined;
  detail?: EndedDetail | undefined;
  /** The number can never be reached. */
  permanent?: boolean | undefined;
  /** When the contact asked to be called back. */
  callbackAtMs?: number | undefined;
}

/** What follows a call. `delays` are those of the rule that applies; a callback has an instant instead. */
export type AfterCall =
  | { kind: 'completed' }
  | { kind: 'failed'; reason: FailureReason; message: string }
  | { kind: 'retry'; delays: readonly string[]; because: RuleName; atMs?: number };

/**
 * Maps an outcome to what follows it. If the contact never answered, or our side failed, the provider's reason decides.
 * Otherwise the end of the conversation decides. If the analysis says only that the conversation did not succeed, the
 * provider's reason decides for a contact who hung up and for a call that timed out. The campaign's rules take
 * precedence over the defaults, and the rule for a more specific name over the others. A number that can never be reached
 * fails the job, whatever the rules say.
 */
export function decideAfterCall(outcome: Outcome, rules: RetryRules, hangUpIsOptOut: boolean): AfterCall {
  if (hangUpIsOptOut && isHangUpOfContact(outcome)) {
    return {
      kind: 'failed',
      reason: 'opted_out',
      message: 'The contact hung up before the conversation ended. This campaign treats that as an opt-out.',
    };
  }
  if (outcome.permanent === true) return failPermanently(outcome);
  const { name, rule } = findRule(outcome, rules);
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
      return {
        kind: 'retry',
        delays: rule.Delays ?? defaultRetryDelays,
        because: name,
        ...(name === 'callback_requested' && outcome.callbackAtMs !== undefined && { atMs: outcome.callbackAtMs }),
      };
  }
}

const failPermanently = ({ detail = 'no_route' }: Outcome): AfterCall => ({
  kind: 'failed',
  reason: 'technical_error',
  message: `The number cannot be reached (${detail}), so it is not called again.`,
});

function findRule(outcome: Outcome, rules: RetryRules): { name: RuleName; rule: RetryRule } {
  for (const name of specificNamesOf(outcome)) {
    const rule = rules[name] ?? (name in defaultSpecificRules ? defaultSpecificRules[name as 'unwanted'] : undefined);
    if (rule !== undefined) return { name, rule };
  }
  const names = outcomeNamesOf(outcome);
  const name = names.find((candidate) => rules[candidate] !== undefined) ?? names.at(-1) ?? 'assistant_error';
  return { name, rule: rules[name] ?? defaultRetryRules[name] };
}

/** What a contact said about further calls; neither a detail of the line nor a callback changes what follows it. */
const finalConversations: readonly (ConversationEndReason | undefined)[] = ['user_refusal', 'wrong_contact'];

/** Names that take precedence over those of the outcome, the most specific first. */
function specificNamesOf({ detail, callbackAtMs, connected, conversation }: Outcome): RuleName[] {
  if (connected && finalConversations.includes(conversation)) return [];
  return [
    ...(callbackAtMs === undefined ? [] : (['callback_requested'] as const)),
    ...(detail === undefined || detail === 'no_answer' ? [] : [detail]),
  ];
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
export const exhaustedReason = (endedReason: EndedReason | undefined): FailureReason =>
  isOurFailure(endedReason) ? 'technical_error' : 'max_attempts_exceeded';

/** True if our side ended the call by a failure, or it failed before the provider reported anything. */
export const isOurFailure = (endedReason: EndedReason | undefined): boolean =>
  endedReason === undefined || endedReason === 'assistant_error';

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
