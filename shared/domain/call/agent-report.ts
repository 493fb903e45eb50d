import type { ConversationEndReason } from './call';
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
