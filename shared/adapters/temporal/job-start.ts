import type { Job } from '../../domain/job/job';
import { bulkFairnessOf, fairnessOf } from '../../messages/fairness';
import type { JobWorkflowInput } from '../../messages/job.messages';
import { searchAttributes } from '../../messages/search-attributes';
import { taskQueues } from '../../messages/task-queues';
import { jobWorkflowId } from '../../messages/workflow-ids';

/** Identifies a job and its workflow. */
export type JobRef = Pick<Job, 'ID' | 'OrgID' | 'CampaignID'> & { ImportID?: string | undefined };

/** The first call of a job that was planned and published when it was stored. */
export interface FirstCall {
  /** Unix milliseconds. */
  atMs: number;
  /** From now, in milliseconds. */
  inMs: number;
  /** What it waits for, for operators. */
  label?: string;
  /** How many calls the job itself allows, if it says so. */
  maxAttempts?: number | undefined;
}

const jobInput = (job: JobRef, firstCall?: FirstCall): JobWorkflowInput => ({
  jobId: job.ID,
  orgId: job.OrgID,
  campaignId: job.CampaignID,
  ...(firstCall === undefined ? {} : { firstCallMs: firstCall.atMs }),
  ...(firstCall?.maxAttempts === undefined ? {} : { maxAttempts: firstCall.maxAttempts }),
});

/** How the workflow of a job is started. @param firstCall delays the first task until then */
export const jobStartOptions = (job: JobRef, firstCall?: FirstCall) => ({
  workflowId: jobWorkflowId(job.ID),
  taskQueue: taskQueues.jobs,
  args: [jobInput(job, firstCall)] as [JobWorkflowInput],
  workflowIdConflictPolicy: 'USE_EXISTING' as const,
  staticSummary: `campaign ${job.CampaignID} · job ${job.ID}`,
  // No code of the workflow runs during the delay, so nothing else says what the job waits for.
  ...(firstCall?.label === undefined || firstCall.inMs <= 0
    ? {}
    : { staticDetails: `When the job was created, its first call was to wait ${firstCall.label}.` }),
  priority: job.ImportID === undefined ? fairnessOf(job.OrgID) : bulkFairnessOf(job.OrgID),
  typedSearchAttributes: [
    { key: searchAttributes.OrgId, value: job.OrgID },
    { key: searchAttributes.CampaignId, value: job.CampaignID },
    { key: searchAttributes.JobState, value: firstCall === undefined ? 'created' : 'scheduled' },
    ...(firstCall === undefined ? [] : [{ key: searchAttributes.NextCallAt, value: new Date(firstCall.atMs) }]),
    ...(job.ImportID === undefined ? [] : [{ key: searchAttributes.ImportId, value: job.ImportID }]),
  ],
  // The server makes delays and timers of less than a second last up to a second.
  ...(firstCall === undefined || firstCall.inMs <= 0 ? {} : { startDelay: Math.ceil(firstCall.inMs) }),
});
