import { AsyncResource } from 'node:async_hooks';
import type { Logger } from '../logger';

/** Requests to Temporal in flight, and how many may be queued; the sweeper picks up the rest from the database. */
const limits = { inFlight: 50, waiting: 10_000 };

/** A request to Temporal, which may fail: the sweeper repeats it. */
type Request = () => Promise<void>;

/** Sends requests to Temporal in the background, with bounds on those in flight and waiting. */
export interface RequestQueue {
  /**
   * Sends a request as soon as possible; an urgent one precedes those that wait.
   * @returns once the request has succeeded, failed or been dropped, because too many wait; never rejects
   */
  offer(request: Request, urgency?: 'urgent' | 'waiting'): Promise<void>;
  /** Resolves when nothing is in flight; queued requests are dropped. */
  close(): Promise<void>;
}

/** Logs one line when requests begin to fail and one when they succeed again, however many there are. */
function createOutageLog(logger: Logger) {
  let failures = 0;
  return {
    failed: (error: unknown) => {
      if (failures++ === 0) logger.warn({ err: error }, 'engine.unavailable');
    },
    succeeded: () => {
      if (failures > 0) logger.info({ failures }, 'engine.recovered');
      failures = 0;
    },
  };
}

export function createRequestQueue(logger: Logger): RequestQueue {
  const outageLog = createOutageLog(logger);
  const urgent: Request[] = [];
  const waiting: Request[] = [];
  const inFlight = new Set<Promise<void>>();
  let closed = false;

  const sendNext = (): void => {
    if (closed || inFlight.size >= limits.inFlight) return;
    const request = urgent.shift() ?? waiting.shift();
    if (!request) return;
    const running = request().finally(() => {
      inFlight.delete(running);
      sendNext();
    });
    inFlight.add(running);
  };

  return {
    offer: (request, urgency = 'waiting') =>
      new Promise<void>((resolve) => {
        if (closed || urgent.length + waiting.length >= limits.waiting) {
          resolve();
          return;
        }
        // A queued request is sent by the end of another one but belongs to the trace of its own caller.
        const send = AsyncResource.bind(() => request().then(outageLog.succeeded, outageLog.failed).finally(resolve));
        (urgency === 'urgent' ? urgent : waiting).push(send);
        sendNext();
      }),
    close: async () => {
      closed = true;
      await Promise.all(inFlight);
    },
  };
}
