import type { CallSummary } from '../../../shared/domain/call/call-record';
import type { ApiDeps } from '../http/deps';

/**
 * Pushes a requested stop to the worker that handles the call, in the background. Best effort: the worker also looks for
 * the request in the call's record every two seconds.
 */
export function pushHangUp(call: CallSummary, { callWorkers, logger }: Pick<ApiDeps, 'callWorkers' | 'logger'>): void {
  callWorkers
    .hangUp(call)
    .catch((error: unknown) => logger.debug({ callId: call.ID, err: error }, 'call.stop_not_pushed'));
}
