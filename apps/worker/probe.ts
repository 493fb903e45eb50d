import {
  createDependencies,
  isInService,
  readinessOf,
  type Pings,
  type ReadinessStatus,
} from '../../shared/adapters/dependencies';

/** Where a task queue's worker is: `RUNNING` once it polls (the states of Temporal's SDK). */
export type QueueState = 'INITIALIZED' | 'RUNNING' | 'STOPPED' | 'STOPPING' | 'DRAINING' | 'DRAINED' | 'FAILED';

/** What the probe looks at once the process has connected. */
export interface WorkerParts {
  pings: Pings;
  /** The state of the worker of each queue. */
  queues: () => Record<string, QueueState>;
}

/** The answer to a readiness probe. */
export interface WorkerReadiness {
  Status: ReadinessStatus;
  /** Absent until the process has connected to Temporal. */
  Checks?: { MongoDB: 'ok' | 'unavailable'; Temporal: 'ok' | 'unavailable'; Queues: Record<string, QueueState> };
}

export interface WorkerProbe {
  /** Gives the probe the parts of the process, which exist later than its server. */
  observe(parts: WorkerParts): void;
  /** Shared by all probes of a second. Never rejects. */
  readiness(): Promise<{ inService: boolean; body: WorkerReadiness }>;
}

/**
 * Readiness of a worker: it polls all of its queues, and has reached both servers once. It stays ready without Temporal, as
 * the API does: it reconnects, and a restart would end its calls.
 * @param draining whether the process was asked to stop
 * @param nowMs a monotonic clock
 */
export function createWorkerProbe(draining: () => boolean, nowMs: () => number): WorkerProbe {
  let observed: (Pick<WorkerParts, 'queues'> & ReturnType<typeof createDependencies>) | undefined;
  let reachedBoth = false;
  return {
    observe: ({ pings, queues }) => {
      observed = { queues, ...createDependencies(pings, nowMs) };
    },
    readiness: async () => {
      if (observed === undefined) return outOfService(draining() ? 'draining' : 'starting');
      const state = await observed.check();
      reachedBoth ||= state.MongoDB && state.Temporal;
      const Queues = observed.queues();
      const started = reachedBoth && Object.values(Queues).every((queue) => queue === 'RUNNING');
      const Status = readinessOf(state, { started, draining: draining() });
      const Checks = { MongoDB: describe(state.MongoDB), Temporal: describe(state.Temporal), Queues };
      return { inService: isInService(Status), body: { Status, Checks } };
    },
  };
}

const describe = (responds: boolean): 'ok' | 'unavailable' => (responds ? 'ok' : 'unavailable');
const outOfService = (Status: ReadinessStatus) => ({ inService: false, body: { Status } });
