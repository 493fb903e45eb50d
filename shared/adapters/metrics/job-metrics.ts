import { Counter, type Registry } from 'prom-client';
import { jobStates, jobTransitions, type JobState } from '../../domain/job/state';

/** The states of jobs, as they change. */
export interface JobMetrics {
  /** A job was moved, by this process. */
  recordTransition(from: JobState, to: JobState): void;
}

export function createJobMetrics(registry: Registry): JobMetrics {
  const moves = new Counter({
    name: 'outdial_job_moves_total',
    help: 'Moves of jobs from one state to another.',
    labelNames: ['from', 'to'] as const,
    registers: [registry],
  });
  for (const from of jobStates) for (const to of jobTransitions[from]) moves.inc({ from, to }, 0);
  return { recordTransition: (from, to) => moves.inc({ from, to }) };
}
