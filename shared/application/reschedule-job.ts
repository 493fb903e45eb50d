import type { WorkflowClient } from '../adapters/temporal/workflow-client';
import { rescheduleHorizonSeconds } from '../contracts/job.schema';
import type { FieldProblem } from '../domain/field-problem';
import type { Job } from '../domain/job/job';
import { planJob } from '../domain/planning/plan-job';
import type { GateName, GateReport } from '../domain/schedule/gate';
import type { JobStatus } from '../messages/job.messages';
import { requestOfWorkflow } from './request-of-workflow';
import type { Store } from './store';

const pointer = '/CallAtUnixSeconds';

/** The instant of a request, in unix ms: a past one means now. @returns what is wrong with an instant too far ahead */
export function resolveCallAt(unixSeconds: number, nowMs: number): number | FieldProblem {
  const ms = Math.round(unixSeconds * 1000);
  if (ms <= nowMs + rescheduleHorizonSeconds * 1000) return Math.max(ms, nowMs);
  return { pointer, detail: 'Expected a unix time in seconds (not milliseconds), at most two years ahead.' };
}

/** Why a job must not be called at an instant. */
export interface RescheduleProblem {
  kind: 'campaign_objective_missed' | 'not_allowed_in_campaign';
  problem: FieldProblem;
}

/**
 * Finds out whether a job may be called at an instant that an operator chooses.
 * @param hasCeilings the settings of the campaign bind the operator
 */
export async function findRescheduleProblem(
  job: Job,
  { callAtMs, hasCeilings }: { callAtMs: number; hasCeilings: boolean },
  deps: { store: Pick<Store, 'jobContexts'> },
  nowMs: number,
): Promise<RescheduleProblem | undefined> {
  return (
    (await findMissedDeadline(job, callAtMs, deps, nowMs)) ??
    (hasCeilings ? await findClosedCeiling(job, callAtMs, deps, nowMs) : undefined)
  );
}

interface ContextDeps {
  store: Pick<Store, 'jobContexts'>;
}

/** Finds an instant after which the job, or its campaign, allows no call. */
async function findMissedDeadline(
  job: Job,
  callAtMs: number,
  { store }: ContextDeps,
  nowMs: number,
): Promise<RescheduleProblem | undefined> {
  const plan = planJob(await store.jobContexts.load(job, nowMs), nowMs, callAtMs);
  if (plan.kind !== 'never' || plan.reason !== 'campaign_objective_missed') return undefined;
  return { kind: plan.reason, problem: { pointer, detail: plan.message } };
}

/** Finds an instant at which the campaign allows no call, whatever the job's own constraints are. */
async function findClosedCeiling(
  job: Job,
  callAtMs: number,
  { store }: ContextDeps,
  nowMs: number,
): Promise<RescheduleProblem | undefined> {
  const TimeZone = job.Overrides.Constraints?.TimeZone;
  const Overrides = { ...job.Overrides, Constraints: TimeZone === undefined ? {} : { TimeZone } };
  const context = await store.jobContexts.load({ ...job, Overrides, OperatorCallMS: undefined }, nowMs);
  const closed = planJob(context, callAtMs).gates.filter(isClosedCeiling);
  if (closed.length === 0) return undefined;
  const names = closed.map(({ Name }) => Name).join(', ');
  const detail = `The campaign allows no call at this time (${names}). Only a key with the scope "campaigns:manage" may choose it.`;
  return { kind: 'not_allowed_in_campaign', problem: { pointer, detail } };
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
 * Reschedules a job. Its workflow recognizes a repeated request by its seed.
 * @returns the job's status, or `undefined` when it is not waiting for a call
 * @throws {EngineUnavailableError}
 */
export const requestReschedule = (
  job: Job,
  { callAtMs, seed }: { callAtMs: number; seed: string | undefined },
  deps: { workflows: Pick<WorkflowClient, 'rescheduleJob' | 'startJob'> },
): Promise<JobStatus | undefined> =>
  requestOfWorkflow(job, () => deps.workflows.rescheduleJob(job.ID, callAtMs, seed), deps);
