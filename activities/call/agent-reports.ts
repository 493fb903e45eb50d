import { boundReport, mergeReports, type AgentReport } from '../../shared/domain/call/agent-report';
import type { CallSummary } from '../../shared/domain/call/call-record';
import type { ActivityDeps } from '../deps';
import type { CallWriter } from './call-writer';
import type { JobRedaction } from './redaction';

/**
 * Stores what an agent reports while the call runs: a refusal of further calls must survive the worker.
 * @returns a function that adds a report
 */
export function createAgentReports(
  { store }: Pick<ActivityDeps, 'store'>,
  call: CallSummary,
  { writer, redaction }: { writer: CallWriter; redaction: JobRedaction },
): (report: AgentReport) => void {
  let merged: AgentReport = {};
  let isWaiting = false;
  return (report) => {
    // Redacted once: that takes time, and an agent may add to its output again and again.
    merged = boundReport(merged, mergeReports(merged, redaction.report(report)));
    // A write that has not begun stores this one, too.
    if (isWaiting) return;
    isWaiting = true;
    void writer.write('state', () => {
      isWaiting = false;
      return store.calls.saveAgentReport(call, merged);
    });
  };
}
