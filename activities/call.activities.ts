import type { NumberReservation } from '../shared/adapters/mongo/number-budgets.repository';
import type { CallRecord } from '../shared/domain/call/call-record';
import type { Job } from '../shared/domain/job/job';
import type { ActivityDeps } from './deps';
import { viewOf, type JobView } from './job-view';
import { limits, makeAttempt, newCall, takenByAnother } from './make-attempt';
import { loadCase, planCase, type JobCase } from './planning';
import { publishMove } from './publish';
import { settleOpenCall } from './settle-call';
import { takeStep, type StepInput } from './step';

/** A call must be over, and recorded, this long after its longest time; then the sweeper looks at the job. */
export const callGraceMs = 120_000;
/** The steps of a call. */
export const createCallActivities = (deps: ActivityDeps) => ({
  /**
   * Makes one attempt: checks once more that the call may be made at this very moment, moves the job to `calling`, writes the attempt,
   * rings, and carries the call until it is over. Runs at most once; what a crash leaves is settled by `settleCall` and never dialled again.
   * @returns the job: `calling` when the call is over, `scheduled` when it must wait after all
   */
  placeCall: async (at: StepInput): Promise<JobView | null> => {
    let attempt: Attempt | undefined;
    const job = await takeStep(deps, at, async (standing, nowMs) => {
      attempt = await prepareAttempt(deps, standing, nowMs);
      return attempt === undefined ? 'stay' : { to: 'calling', set: callingFields(attempt, nowMs) };
    });
    if (job?.State !== 'calling') {
      if (attempt) await deps.store.numberBudgets.giveBack(attempt.reservation);
      return job ? viewOf(job, await deps.clock.nowMs()) : null;
    }
    if (attempt === undefined) throw takenByAnother(job.ActiveCallID);
    await makeAttempt(deps, attempt.call, attempt.jobCase);
    // Read again: somebody may have asked to end the job during the call.
    return viewOf((await deps.store.jobMoves.load(at.jobId)) ?? job, await deps.clock.nowMs());
  },

  /**
   * Makes sure that the job's call is over and recorded, whoever carried it. Throws, to be asked again, while a worker still carries it.
   * A call whose worker is lost is closed by what the line knows; it is never dialled again.
   */
  settleCall: async (jobId: string): Promise<JobView | null> => {
    const job = await deps.store.jobMoves.load(jobId);
    if (job?.State !== 'calling' || job.ActiveCallID === undefined)
      return job ? viewOf(job, await deps.clock.nowMs()) : null;
    await publishMove(deps, job);
    const nowMs = await deps.clock.nowMs();
    // Records the attempt if a crash came before that: whoever might still be about to dial then finds it taken.
    await deps.store.calls.create({
      ...newCall(job, job.CallCount, nowMs),
      State: 'failed',
      EndedMS: nowMs,
      Error: 'The worker was lost before it dialled.',
    });
    const call = await deps.store.calls.find(job.ActiveCallID);
    if (call?.State === 'creating' || call?.State === 'active') await settleOpenCall(deps, call, nowMs);
    return viewOf(job, nowMs);
  },
});

interface Attempt {
  call: CallRecord;
  jobCase: JobCase;
  /** Its share of the limits on calls to the number. */
  reservation: NumberReservation;
}

/** @returns the attempt that may be made at this moment, or `undefined` when the rules say wait */
async function prepareAttempt(deps: ActivityDeps, job: Job, nowMs: number): Promise<Attempt | undefined> {
  if (job.State !== 'scheduled') return undefined;
  const jobCase = await loadCase(deps, job);
  const plan = planCase(jobCase, nowMs);
  if (plan.kind === 'never' || plan.atMs > nowMs) return undefined;
  const call = newCall(job, job.CallCount + 1, nowMs);
  const reservation = await reserveNumber(deps, jobCase, call);
  return reservation && { jobCase, call, reservation };
}

/** Other jobs may be about to call the same number: who comes too late waits. */
const reserveNumber = (
  { store }: ActivityDeps,
  { job, numberBudgets }: JobCase,
  call: CallRecord,
): Promise<NumberReservation | undefined> =>
  store.numberBudgets.reserve(
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
function callingFields({ call, jobCase }: Attempt, nowMs: number): Partial<Job> {
  const { ringMs, maxMs } = limits(jobCase);
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
