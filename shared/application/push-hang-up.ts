import type { Logger } from '../adapters/logger';
import type { CallHangUp } from '../adapters/media/hang-up-client';
import type { CallSummary } from '../domain/call/call-record';

/** What pushes a stop. */
export interface PushDeps {
  callWorkers: CallHangUp;
  logger: Logger;
}

/**
 * Pushes a requested stop to the worker that handles the call, in the background. Best effort: the worker also looks for
 * the request in the call's record every two seconds.
 */
export function pushHangUp(call: CallSummary, { callWorkers, logger }: PushDeps): void {
  callWorkers
    .hangUp(call)
    .catch((error: unknown) => logger.debug({ callId: call.ID, err: error }, 'call.stop_not_pushed'));
}
