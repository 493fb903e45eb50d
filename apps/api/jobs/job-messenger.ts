import { AsyncResource } from 'node:async_hooks';
import type { Logger } from '../../../shared/adapters/logger';
import type { Flows, JobRef } from '../../../shared/adapters/temporal/flows';

/** Requests to the engine at one time, and how many may wait: the rest is found by the sweeper in the database. */
const limits = { inFlight: 50, waiting: 10_000 };

/**
 * Tells the engine what was written to the database, without making the request wait for it. Nothing here is needed for correctness:
 * each message repeats what stands in the job's document, and whatever is lost the sweeper does a little later.
 */
export interface JobMessenger {
  /** Starts the workflow of a job that was just stored. */
  start(job: JobRef): void;
  /** Tells a job's workflow that its document holds a new wish. */
  nudge(job: JobRef): void;
  /** Starts the erasure of a job's personal data. */
  erase(job: JobRef): void;
  /** Resolves when nothing is in flight; what still waits is dropped. */
  close(): Promise<void>;
}

type Send = () => Promise<void>;

/** One log line when messages begin to fail and one when they arrive again, however many there are. */
function createBurstLog(logger: Logger) {
  let failures = 0;
  return {
    failed: (error: unknown) => {
      if (failures++ === 0) logger.warn({ err: error }, 'engine away: jobs are left to the sweeper');
    },
    arrived: () => {
      if (failures > 0) logger.info({ failures }, 'engine back');
      failures = 0;
    },
  };
}

/** Sends with a bound on how many are under way and how many wait. Wishes of people go before new jobs. */
function createOutlet(logger: Logger) {
  const burst = createBurstLog(logger);
  const urgent: Send[] = [];
  const waiting: Send[] = [];
  const inFlight = new Set<Promise<void>>();
  let closed = false;

  const next = (): void => {
    if (closed || inFlight.size >= limits.inFlight) return;
    const send = urgent.shift() ?? waiting.shift();
    if (!send) return;
    const sent = send()
      .then(burst.arrived, burst.failed)
      .finally(() => {
        inFlight.delete(sent);
        next();
      });
    inFlight.add(sent);
  };

  return {
    offer: (send: Send, to: 'urgent' | 'waiting'): void => {
      if (urgent.length + waiting.length >= limits.waiting) return;
      // A message that waits is sent by another's end; it belongs to the trace of its own request all the same.
      (to === 'urgent' ? urgent : waiting).push(AsyncResource.bind(send));
      next();
    },
    close: async (): Promise<void> => {
      closed = true;
      await Promise.all(inFlight);
    },
  };
}

export function createJobMessenger(
  flows: Pick<Flows, 'startJob' | 'nudgeJob' | 'startPiiDeletion'>,
  logger: Logger,
): JobMessenger {
  const outlet = createOutlet(logger);
  return {
    start: (job) => outlet.offer(() => flows.startJob(job), 'waiting'),
    nudge: (job) => outlet.offer(() => flows.nudgeJob(job), 'urgent'),
    erase: (job) => outlet.offer(() => flows.startPiiDeletion(job), 'urgent'),
    close: outlet.close,
  };
}
