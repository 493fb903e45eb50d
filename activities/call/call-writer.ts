import { setTimeout as sleep } from 'node:timers/promises';
import type { CallWrite } from '../../shared/adapters/metrics/call-metrics';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';

const retryDelayMs = 500;
/** Tries of a write that fails although the store is available: the failure may pass, but is likely to stay. */
const maxTries = 6;

/** Writes to the record of one call. */
export interface CallWriter {
  /** Writes once everything before is written or dropped. @returns false if the write was dropped */
  write(kind: CallWrite, write: () => Promise<unknown>): Promise<boolean>;
}

/**
 * Writes one after the other. An unavailable store delays the record but never the call, and loses nothing. A write that
 * fails for another reason is dropped after a few tries: it must not keep the writes behind it, and the call slot,
 * waiting forever.
 * @param stop ends the wait for an unavailable store too: `reconcileCall` then closes the record
 */
export function createCallWriter(
  { store, logger, metrics }: Pick<ActivityDeps, 'store' | 'logger' | 'metrics'>,
  callId: string,
  stop: AbortSignal,
): CallWriter {
  let last: Promise<unknown> = Promise.resolve();
  let tries = maxTries;
  const writeOrDrop = async (kind: CallWrite, write: () => Promise<unknown>): Promise<boolean> => {
    for (let failures = 0; ;) {
      try {
        await write();
        tries = maxTries;
        return true;
      } catch (error) {
        if (stop.aborted || !store.isUnavailable(error)) failures++;
        const facts = { callId, write: kind, ...errorFacts(error) };
        if (failures >= tries) {
          // Without this, a thousand messages that cannot be written would hold the call slot for an hour.
          tries = 1;
          logger.error(facts, 'call.write_dropped');
          metrics.calls.recordDroppedWrite(kind);
          return false;
        }
        logger.warn(facts, 'call.record_delayed');
        await sleep(retryDelayMs);
      }
    }
  };
  return {
    write: (kind, write) => {
      const written = last.then(() => writeOrDrop(kind, write));
      last = written;
      return written;
    },
  };
}
