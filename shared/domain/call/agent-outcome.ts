import { machineEndReason } from './answering-machine';
import type { ConversationEndReason, LLMMessage } from './call';
import type { CallSummary } from './call-record';

type EndedCall = Pick<
  CallSummary,
  'AgentReport' | 'CallSid' | 'ConnectedMS' | 'EndedDetail' | 'EndedReason' | 'Error' | 'Events'
>;

/**
 * How a conversation ended by the reports of its agent. An agent that is reached by websocket and sends no transcript leaves
 * nothing to analyze: a call that did not fail counts as complete then, because a contact who spoke with it must not be
 * called again and again.
 * @returns `undefined` if the transcript decides
 */
export function reportedEndReason(call: EndedCall, messages: readonly LLMMessage[]): ConversationEndReason | undefined {
  const { AgentReport: report, CallSid, ConnectedMS, EndedReason, Error: failed } = call;
  if (report?.OptOut === true) return 'user_refusal';
  if (report?.EndReason !== undefined) return report.EndReason;
  const isSilent = CallSid !== undefined && ConnectedMS !== undefined && messages.length === 0;
  if (!isSilent || EndedReason === 'assistant_error' || failed !== undefined) return undefined;
  return machineEndReason(call) ?? 'conversation_complete';
}

/** What the calls of a job produced: the latest that produced anything counts. */
export const outputOf = (calls: readonly Pick<CallSummary, 'AgentReport'>[]): Record<string, unknown> | undefined =>
  calls.findLast(({ AgentReport: report }) => report?.OutputData !== undefined)?.AgentReport?.OutputData;
