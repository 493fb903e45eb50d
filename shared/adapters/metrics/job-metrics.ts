import { Counter, type Registry } from 'prom-client';
import { jobStates, jobTransitions, type JobState } from '../../domain/job/state';

/** Metrics of job state transitions. */
export interface JobMetrics {
  /** This process applied a transition to a job. */
  recordTransition(from: JobState, to: JobState): void;
}

export function createJobMetrics(registry: Registry): JobMetrics {
  const transitions = new Counter({
    name: 'outdial_job_transitions_total',
    help: 'State transitions of jobs.',
    labelNames: ['from', 'to'] as const,
    registers: [registry],
  });
  for (const from of jobStates) for (const to of jobTransitions[from]) transitions.inc({ from, to }, 0);
  return { recordTransition: (from, to) => transitions.inc({ from, to }) };
}
