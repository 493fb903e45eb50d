/** Totals over the calls of a job. */
export interface JobMetrics {
  TotalCallAttempts: number;
  /** Including ringing. */
  TotalCallSeconds: number;
  /** From the answer to the end. */
  TotalCallConversationalSeconds: number;
}

/** The times of one call, in unix milliseconds. */
export interface CallTimes {
  createdAtMs: number;
  connectedAtMs?: number | undefined;
  endedAtMs?: number | undefined;
}

export const noMetrics: JobMetrics = { TotalCallAttempts: 0, TotalCallSeconds: 0, TotalCallConversationalSeconds: 0 };

/** Sums all of a job's calls each time, so that a retry cannot count one twice. Seconds are rounded per call. */
export function metricsOf(calls: readonly CallTimes[]): JobMetrics {
  const seconds = (fromMs: number | undefined, toMs: number | undefined) =>
    fromMs === undefined || toMs === undefined ? 0 : Math.max(0, Math.round((toMs - fromMs) / 1000));
  return {
    TotalCallAttempts: calls.length,
    TotalCallSeconds: calls.reduce((sum, call) => sum + seconds(call.createdAtMs, call.endedAtMs), 0),
    TotalCallConversationalSeconds: calls.reduce((sum, call) => sum + seconds(call.connectedAtMs, call.endedAtMs), 0),
  };
}
