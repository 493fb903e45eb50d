/** What a job has cost so far. */
export interface JobMetrics {
  TotalCallAttempts: number;
  /** Ringing included. */
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

/** Sums a job's calls anew each time, so that a repeated step cannot count one twice. Seconds are whole, rounded per call. */
export function metricsOf(calls: readonly CallTimes[]): JobMetrics {
  const seconds = (fromMs: number | undefined, toMs: number | undefined) =>
    fromMs === undefined || toMs === undefined ? 0 : Math.max(0, Math.round((toMs - fromMs) / 1000));
  return {
    TotalCallAttempts: calls.length,
    TotalCallSeconds: calls.reduce((sum, call) => sum + seconds(call.createdAtMs, call.endedAtMs), 0),
    TotalCallConversationalSeconds: calls.reduce((sum, call) => sum + seconds(call.connectedAtMs, call.endedAtMs), 0),
  };
}
