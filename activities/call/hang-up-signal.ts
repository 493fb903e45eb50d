import type { Context } from '@temporalio/activity';

/**
 * Fires when Temporal, or the shutdown of this worker, ends the call. A heartbeat timeout does not: the contact is in a
 * conversation, and `reconcileCall` waits for its record.
 */
export function createHangUpSignal(context: Context): AbortSignal {
  const controller = new AbortController();
  const reasons: Record<string, string> = {
    // cspell:disable-next-line
    CANCELLED: 'The call was canceled.',
    WORKER_SHUTDOWN: 'The worker that handled the call was shut down.',
  };
  // cspell:disable-next-line
  context.cancelled.catch((error: unknown) => {
    const reason = error instanceof Error ? reasons[error.message] : undefined;
    if (reason !== undefined) controller.abort(reason);
  });
  return controller.signal;
}
