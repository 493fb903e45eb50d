import type { Job } from '../../shared/domain/job/job';
import type { JobContext } from '../../shared/domain/planning/job-context';
import type { Plan } from '../../shared/domain/schedule/plan';
import type { ActivityDeps } from '../deps';

export type { JobContext as JobCase } from '../../shared/domain/planning/job-context';
export { planJob as planCase } from '../../shared/domain/planning/plan-job';

/** Gathers a job's case: its pinned version of the campaign, or the standing one before the first call. */
export const loadJobContext = async (
  { store, clock }: Pick<ActivityDeps, 'store' | 'clock'>,
  job: Job,
): Promise<JobContext> => store.jobContexts.load(job, await clock.nowMs());

/** A plan's outcome for operators: "until Mon 23 Nov 2026, 09:00 Europe/Helsinki (TimeRules)". */
export function planLabel(plan: Plan & { kind: 'call' }, timeZone = 'UTC'): string {
  if (plan.decidedBy === null) return 'now';
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(plan.atMs);
  return `until ${time} ${timeZone} (${plan.decidedBy})`;
}
