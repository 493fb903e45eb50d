import { loadZones } from '../adapters/numbers/zones-of-number';
import type { WorkflowClient } from '../adapters/temporal/workflow-client';
import type { UpdateJob } from '../contracts/job.schema';
import { reservedKeyPrefix } from '../contracts/primitives';
import type { CampaignConfig } from '../domain/campaign/campaign';
import { findLooserFields } from '../domain/campaign/ceilings';
import { mayLackTimeZone } from '../domain/campaign/validate-job';
import type { FieldProblem } from '../domain/field-problem';
import type { Job } from '../domain/job/job';
import { timeZoneRequired } from '../domain/schedule/constraints';
import { createZoneValidator } from '../domain/schedule/inferred-zones';
import { requestOfWorkflow } from './request-of-workflow';

/** The own fields of a job that decide whether constraints are valid. */
type ConstrainedJob = Pick<Job, 'CampaignVariants' | 'PhoneNumber' | 'Overrides'>;

/**
 * Validates new constraints of a job.
 * @param campaign the version that plans the job: the one of its first call, or the newest
 * @param hasCeilings the settings of the campaign are ceilings
 */
export async function findConstraintProblems(
  job: ConstrainedJob,
  constraints: NonNullable<UpdateJob['Constraints']>,
  { campaign, hasCeilings }: { campaign: CampaignConfig; hasCeilings: boolean },
  nowMs: number,
): Promise<FieldProblem[]> {
  const { CampaignVariants, PhoneNumber: ContactPhoneNumber } = job;
  const changed = { CampaignVariants, ContactPhoneNumber, Overrides: { ...job.Overrides, Constraints: constraints } };
  const pointer = '/Constraints/TimeZone';
  const zoneProblems = mayLackTimeZone(changed, campaign)
    ? [{ pointer, detail: timeZoneRequired }]
    : (await createZoneValidator(campaign, loadZones, nowMs))(changed, pointer);
  const given = { CampaignVariants, Overrides: { Constraints: constraints } };
  return [...zoneProblems, ...(hasCeilings ? findLooserFields(given, campaign, '') : [])];
}

/** What an update writes to a job. */
export function toJobChange(
  job: Job,
  { Data, Metadata, Constraints, Priority }: UpdateJob,
  nowMs: number,
): Partial<Pick<Job, 'Data' | 'Metadata' | 'Overrides' | 'PlannedFromMS' | 'Priority'>> {
  return {
    ...(Data ? { Data } : {}),
    ...(Priority === undefined ? {} : { Priority }),
    ...(Metadata ? { Metadata: { ...reservedMetadata(job), ...Metadata } } : {}),
    // Jitter starts over from the moment that the constraints take effect.
    ...(Constraints ? { Overrides: { ...job.Overrides, Constraints }, PlannedFromMS: nowMs } : {}),
  };
}

/** The keys by which an import finds its rows; they survive any update by a client. */
const reservedMetadata = (job: Job): Record<string, unknown> =>
  Object.fromEntries(Object.entries(job.Metadata ?? {}).filter(([name]) => name.startsWith(reservedKeyPrefix)));

/**
 * Has the next call of an updated job planned again at once. An update of a job that is about to end changes no plan.
 * @throws {EngineUnavailableError}: the update is stored, and the sweeper has it applied
 */
export async function replanUpdated(
  job: Job,
  deps: { workflows: Pick<WorkflowClient, 'replanJob' | 'startJob'> },
): Promise<void> {
  await requestOfWorkflow(job, () => deps.workflows.replanJob(job.ID), deps);
}
