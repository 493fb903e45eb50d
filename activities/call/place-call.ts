import type { NumberReservation } from '../../shared/adapters/mongo/number-attempts.repository';
import type { CallRecord } from '../../shared/domain/call/call-record';
import type { Job } from '../../shared/domain/job/job';
import type { ActivityDeps } from '../deps';
import { toJobView, type JobView } from '../lib/job-view';
import { callLimitsOf, dialAttempt, newCallRecord, callTakenFailure } from './dial-attempt';
import { loadJobContext, planCase, type JobCase } from '../lib/planning';
import { publishTransition } from '../lib/publish';
import { closeOrphanedCall } from './reconcile-call';
import { applyTransition, type TransitionInput } from '../lib/apply-transition';

/** A call must be over, and recorded, this long after its longest time; then the sweeper looks at the job. */
export const callGraceMs = 120_000;
/** The steps of a call. */
export const createCallActivities = (deps: ActivityDeps) => ({
  /**
   * Makes one attempt: checks once more that the call may be made at this very moment, moves the job to `calling`, writes the attempt,
   * rings, and carries the call until it is over. Runs at most once; what a crash leaves is settled by `settleCall` and never dialed again.
   * @returns the job: `calling` when the call is over, `scheduled` when it must wait after all
   */
  placeCall: async (at: TransitionInput): Promise<JobView | null> => {
    let attempt: PreparedAttempt | undefined;
    const job = await applyTransition(deps, at, async (standing, nowMs) => {
      attempt = await prepareAttempt(deps, standing, nowMs);
      return attempt === undefined ? 'stay' : { to: 'calling', set: fieldsWhileCalling(attempt, nowMs) };
    });
    if (job?.State !== 'calling') {
      if (attempt) await deps.store.numberAttempts.release(attempt.reservation);
      return job ? toJobView(job, await deps.clock.nowMs()) : null;
    }
    if (attempt === undefined) throw callTakenFailure(job.ActiveCallID);
    await dialAttempt(deps, attempt.call, attempt.jobCase);
    // Read again: somebody may have asked to end the job during the call.
    return toJobView((await deps.store.jobTransitions.load(at.jobId)) ?? job, await deps.clock.nowMs());
  },

  /**
   * Makes sure that the job's call is over and recorded, whoever carried it. Throws, to be asked again, while a worker still carries it.
   * A call whose worker is lost is closed by what the line knows; it is never dialed again.
   */
  settleCall: async (jobId: string): Promise<JobView | null> => {
    const job = await deps.store.jobTransitions.load(jobId);
    if (job?.State !== 'calling' || job.ActiveCallID === undefined)
      return job ? toJobView(job, await deps.clock.nowMs()) : null;
    await publishTransition(deps, job);
    const nowMs = await deps.clock.nowMs();
    // Records the attempt if a crash came before that: whoever might still be about to dial then finds it taken.
    await deps.store.calls.create({
      ...newCallRecord(job, job.CallCount, nowMs),
      State: 'failed',
      EndedMS: nowMs,
      Error: 'The worker was lost before it dialed.',
    });
    const call = await deps.store.calls.find(job.ActiveCallID);
    if (call?.State === 'creating' || call?.State === 'active') await closeOrphanedCall(deps, call, nowMs);
    return toJobView(job, nowMs);
  },
});

interface PreparedAttempt {
  call: CallRecord;
  jobCase: JobCase;
  /** Its share of the limits on calls to the number. */
  reservation: NumberReservation;
}

/** @returns the attempt that may be made at this moment, or `undefined` when the rules say wait */
async function prepareAttempt(deps: ActivityDeps, job: Job, nowMs: number): Promise<PreparedAttempt | undefined> {
  if (job.State !== 'scheduled') return undefined;
  const jobCase = await loadJobContext(deps, job);
  const plan = planCase(jobCase, nowMs);
  if (plan.kind === 'never' || plan.atMs > nowMs) return undefined;
  const call = newCallRecord(job, job.CallCount + 1, nowMs);
  const reservation = await reserveNumber(deps, jobCase, call);
  return reservation && { jobCase, call, reservation };
}

/** Other jobs may be about to call the same number: who comes too late waits. */
const reserveNumber = (
  { store }: ActivityDeps,
  { job, numberLimits: numberBudgets }: JobCase,
  call: CallRecord,
): Promise<NumberReservation | undefined> =>
  store.numberAttempts.reserve(
    {
      orgId: job.OrgID,
      campaignId: job.CampaignID,
      phoneNumber: job.PhoneNumber,
      callId: call.ID,
      atMs: call.CreatedMS,
    },
    numberBudgets,
    { force: job.OperatorCallMS !== undefined },
  );

/** What a job's document says while it is called: the attempt, the pinned version, and no plan any more. */
function fieldsWhileCalling({ call, jobCase }: PreparedAttempt, nowMs: number): Partial<Job> {
  const { ringMs, maxMs } = callLimitsOf(jobCase);
  return {
    CallCount: call.Attempt,
    ActiveCallID: call.ID,
    CampaignVersion: jobCase.version,
    CampaignVariants: jobCase.variants,
    DueMS: nowMs + ringMs + maxMs + callGraceMs,
    NextCallMS: undefined,
    OperatorCallMS: undefined,
    Retry: undefined,
  };
}
