import { UpdateRejectedError } from '../../../shared/adapters/temporal/workflow-client';
import { rescheduleHorizonSeconds, type RescheduleJob } from '../../../shared/contracts/job.schema';
import { hasCeilings } from '../../../shared/domain/campaign/ceilings';
import type { Job } from '../../../shared/domain/job/job';
import { isActionAllowed } from '../../../shared/domain/job/state';
import { planJob } from '../../../shared/domain/planning/plan-job';
import type { GateName, GateReport } from '../../../shared/domain/schedule/gate';
import { updateRejections, type JobStatus } from '../../../shared/messages/job.messages';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { invalidBody, ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { findJob, jobKeyOf, type JobParameter } from './find-job';
import { toJobAnswer } from './presenter';

/** Sets the next call to a given instant. Only the job's workflow can decide whether the job still waits. */
export async function rescheduleJob(request: ApiRequest<JobParameter, RescheduleJob>, deps: ApiDeps): Promise<Reply> {
  const callAtMs = parseCallAt(request.body.CallAtUnixSeconds, deps.nowMs());
  const job = await findJob(jobKeyOf(request), deps);
  // A job that was just created is about to be scheduled: its workflow waits for that before it replies.
  // For a replay the workflow alone decides: it may already have applied the request.
  if (!request.isReplay) {
    if (!isActionAllowed('reschedule', job.State)) throw notScheduled();
    await checkDeadlines(job, callAtMs, deps);
    if (hasCeilings(request)) await checkCeilings(job, callAtMs, deps);
  }
  await audit(request, { Action: 'job.rescheduled', CampaignID: job.CampaignID, JobID: job.ID }, deps);
  try {
    const { state } = await requestReschedule(job, { callAtMs, seed: request.idempotencySeed }, deps);
    return { status: 202, body: toJobAnswer({ ID: job.ID, State: state }) };
  } catch (error) {
    if (error instanceof UpdateRejectedError) throw notScheduled();
    throw error;
  }
}

/** Refuses an instant after which the job, or its campaign, allows no call. */
async function checkDeadlines(job: Job, callAtMs: number, { store, nowMs }: ApiDeps): Promise<void> {
  const now = nowMs();
  const plan = planJob(await store.jobContexts.load(job, now), now, callAtMs);
  if (plan.kind !== 'never' || plan.reason !== 'campaign_objective_missed') return;
  throw invalidBody([{ pointer: '/CallAtUnixSeconds', detail: plan.message }]);
}

/** Refuses an instant at which the campaign allows no call, whatever the job's own constraints are. */
async function checkCeilings(job: Job, callAtMs: number, { store, nowMs }: ApiDeps): Promise<void> {
  const TimeZone = job.Overrides.Constraints?.TimeZone;
  const Overrides = { ...job.Overrides, Constraints: TimeZone === undefined ? {} : { TimeZone } };
  const context = await store.jobContexts.load({ ...job, Overrides, OperatorCallMS: undefined }, nowMs());
  const closed = planJob(context, callAtMs).gates.filter(isClosedCeiling);
  if (closed.length === 0) return;
  const names = closed.map(({ Name }) => Name).join(', ');
  const detail = `The campaign allows no call at this time (${names}). Only a key with the scope "campaigns:manage" may choose it.`;
  throw invalidBody([{ pointer: '/CallAtUnixSeconds', detail }]);
}

/** What a campaign's and an organization's settings require. The rules of retries are no ceiling. */
const ceilingGates: ReadonlySet<GateName> = new Set<GateName>([
  'MinCreationDelay',
  'MinDurationBetweenCalls',
  'MaxAttemptsInInterval',
  'MaxAttemptsPerNumber',
  'TimeZone',
  'TimeRules',
  'BlackoutDates',
]);
const isClosedCeiling = ({ Name, Origin, Satisfied }: GateReport): boolean =>
  !Satisfied && ceilingGates.has(Name) && (Origin === 'campaign' || Origin === 'organization');

/**
 * The workflow recognizes a repeated request by its seed. If the workflow of a waiting job was lost, it is started
 * again first.
 */
async function requestReschedule(
  job: Job,
  { callAtMs, seed }: { callAtMs: number; seed: string | undefined },
  { workflows }: ApiDeps,
): Promise<JobStatus> {
  try {
    return await workflows.rescheduleJob(job.ID, callAtMs, seed);
  } catch (error) {
    const lost = error instanceof UpdateRejectedError && error.type === updateRejections.notRunning;
    if (!lost || !isActionAllowed('reschedule', job.State)) throw error;
  }
  await workflows.startJob(job);
  return workflows.rescheduleJob(job.ID, callAtMs, seed);
}

const notScheduled = () =>
  new ProblemError('not_scheduled', { detail: 'Only a job that is waiting for its next call can be rescheduled.' });

function parseCallAt(unixSeconds: number, nowMs: number): number {
  const ms = Math.round(unixSeconds * 1000);
  if (ms > nowMs + rescheduleHorizonSeconds * 1000) {
    throw invalidBody([
      {
        pointer: '/CallAtUnixSeconds',
        detail: 'Expected a unix time in seconds (not milliseconds), at most two years ahead.',
      },
    ]);
  }
  return Math.max(ms, nowMs);
}
