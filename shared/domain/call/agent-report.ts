import { machineEndReason } from './answering-machine';
import type { ConversationEndReason, LLMMessage } from './call';
import type { CallSummary } from './call-record';
import { storedTextLimits } from './limits';

/** What an agent reports of its call, beside the transcript. Each field that is reported again replaces the earlier one. */
export interface AgentReport {
  /** How the conversation ended. It takes precedence over what the analysis concludes from the transcript. */
  EndReason?: ConversationEndReason | undefined;
  /** The contact asked not to be called again. */
  OptOut?: true | undefined;
  /** What the call produced: the `OutputData` of the job. Objects that are reported one after the other are merged. */
  OutputData?: Record<string, unknown> | undefined;
}

/** Adds what an agent reported later. */
export const mergeReports = (before: AgentReport, report: AgentReport): AgentReport => ({
  ...before,
  ...report,
  ...(report.OutputData === undefined ? {} : { OutputData: { ...before.OutputData, ...report.OutputData } }),
});

/** Leaves out output that would become too long to store. */
export const boundReport = (before: AgentReport, after: AgentReport): AgentReport =>
  JSON.stringify(after.OutputData ?? {}).length <= storedTextLimits.output
    ? after
    : { ...after, OutputData: before.OutputData };

type EndedCall = Pick<
  CallSummary,
  'AgentReport' | 'CallSid' | 'ConnectedMS' | 'EndedDetail' | 'EndedReason' | 'Events'
>;

/**
 * How a conversation ended by the reports of its agent. An agent that is reached by websocket and sends no transcript leaves
 * nothing to analyze: a call that did not fail counts as complete then, because a contact who spoke with it must not be
 * called again and again.
 * @returns `undefined` if the transcript decides
 */
export function reportedEndReason(
  call: EndedCall,
  messages: readonly LLMMessage[],
): ConversationEndReason | undefined {
  const { AgentReport: report, CallSid, ConnectedMS, EndedReason } = call;
  if (report?.OptOut === true) return 'user_refusal';
  if (report?.EndReason !== undefined) return report.EndReason;
  const isSilent = CallSid !== undefined && ConnectedMS !== undefined && messages.length === 0;
  return isSilent && EndedReason !== 'assistant_error' ? (machineEndReason(call) ?? 'conversation_complete') : undefined;
}

/** What the calls of a job produced: the latest that produced anything counts. */
export const outputOf = (calls: readonly Pick<CallSummary, 'AgentReport'>[]): Record<string, unknown> | undefined =>
  calls.findLast(({ AgentReport: report }) => report?.OutputData !== undefined)?.AgentReport?.OutputData;
