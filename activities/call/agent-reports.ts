import { boundReport, mergeReports, type AgentReport } from '../../shared/domain/call/agent-report';
import type { CallSummary } from '../../shared/domain/call/call-record';
import type { ActivityDeps } from '../deps';
import type { CallWriter } from './call-writer';
import type { JobRedaction } from './redaction';

/** What an agent reports of one call. */
export interface AgentReports {
  add: (report: AgentReport) => void;
  /** Resolves once everything so far is redacted, and its write has its place before later ones. */
  settled: () => Promise<void>;
}

/** Stores what an agent reports while the call runs: a refusal of further calls must survive the worker. */
export function createAgentReports(
  { store, logger }: Pick<ActivityDeps, 'store' | 'logger'>,
  call: CallSummary,
  { writer, redaction }: { writer: CallWriter; redaction: Pick<JobRedaction, 'report'> },
): AgentReports {
  let merged: AgentReport = {};
  let isWaiting = false;
  let redacting = Promise.resolve();
  const save = (): void => {
    // A write that has not begun stores this one, too.
    if (isWaiting) return;
    isWaiting = true;
    void writer.write('state', () => {
      isWaiting = false;
      return store.calls.saveAgentReport(call, merged);
    });
  };
  const addOutput = async (OutputData: Record<string, unknown>): Promise<void> => {
    try {
      // Redacted once: that takes time, and an agent may add to its output again and again.
      const redacted = await redaction.report({ OutputData });
      merged = boundReport(merged, mergeReports(merged, redacted));
      save();
    } catch (err) {
      logger.error({ callId: call.ID, err }, 'call.report_dropped');
    }
  };
  return {
    add: ({ OutputData, ...codes }) => {
      // Codes do not wait for the redaction of texts.
      if (Object.keys(codes).length > 0) {
        merged = mergeReports(merged, codes);
        save();
      }
      if (OutputData !== undefined) redacting = redacting.then(() => addOutput(OutputData));
    },
    settled: () => redacting,
  };
}
