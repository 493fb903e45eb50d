import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { BulkImport } from '../../domain/import/import';
import type { Job } from '../../domain/job/job';
import {
  wakeSignal,
  replanUpdate,
  rescheduleUpdate,
  updateRejections,
  type JobStatus,
  type JobWorkflowInput,
} from '../../messages/job.messages';
import { wakeImportSignal, type JobImportInput } from '../../messages/import.messages';
import type { PiiDeletionInput } from '../../messages/job.messages';
import { searchAttributes } from '../../messages/search-attributes';
import { taskQueues } from '../../messages/task-queues';
import { wakeDeliverySignal, type WebhookDeliveryInput } from '../../messages/webhook.messages';
import {
  jobImportWorkflowId,
  jobWorkflowId,
  piiDeletionWorkflowId,
  webhookDeliveryWorkflowId,
} from '../../messages/workflow-ids';

/** Temporal, or every worker, is away: whether the wish was taken is not known, so the caller may repeat it. */
export class EngineUnavailableError extends Error {
  override name = 'FlowsAwayError';
}
/** The workflow refused; `type` says why (see `updateRejections`). */
export class UpdateRejectedError extends Error {
  override name = 'FlowRefusedError';
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

/** What a job's workflow is found by. */
export type JobRef = Pick<Job, 'ID' | 'OrgID' | 'CampaignID'> & { ImportID?: string | undefined };

/** A caller waits no longer than this for an answer from a workflow. */
const updateDeadlineMs = 5_000;
const startDeadlineMs = 3_000;

const jobInput = (job: JobRef): JobWorkflowInput => ({ jobId: job.ID, orgId: job.OrgID, campaignId: job.CampaignID });

const jobStartOptions = (job: JobRef) => ({
  workflowId: jobWorkflowId(job.ID),
  taskQueue: taskQueues.jobs,
  args: [jobInput(job)] as [JobWorkflowInput],
  workflowIdConflictPolicy: 'USE_EXISTING' as const,
  workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
  staticSummary: `campaign ${job.CampaignID} · job ${job.ID}`,
  // One campaign's backlog must not hold up another's, nor a large file the other jobs of its campaign.
  priority: { fairnessKey: (job.ImportID ?? job.CampaignID).slice(0, 64) },
  typedSearchAttributes: [
    { key: searchAttributes.OrgId, value: job.OrgID },
    { key: searchAttributes.CampaignId, value: job.CampaignID },
    { key: searchAttributes.JobState, value: 'created' },
    ...(job.ImportID === undefined ? [] : [{ key: searchAttributes.ImportId, value: job.ImportID }]),
  ],
});

function translateError(error: unknown): unknown {
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
    return new UpdateRejectedError(error.cause.type ?? 'Error', error.cause.message);
  }
  if (error instanceof WorkflowNotFoundError) {
    return new UpdateRejectedError(updateRejections.notRunning, 'No workflow carries the job.');
  }
  return new EngineUnavailableError('The workflow engine did not answer.', { cause: error });
}

/** Each call to the engine has a deadline, and its errors are told apart here. */
function createCaller(client: Client) {
  const runWithin = <T>(ms: number, act: () => Promise<T>): Promise<T> =>
    client.connection.withDeadline(Date.now() + ms, act);
  const update = async (act: () => Promise<JobStatus>): Promise<JobStatus> => {
    try {
      return await runWithin(updateDeadlineMs, act);
    } catch (error) {
      throw translateError(error);
    }
  };
  const start = async (type: string, options: WorkflowStartOptions): Promise<void> => {
    try {
      await runWithin(startDeadlineMs, () => client.workflow.start(type, options));
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return;
      throw new EngineUnavailableError('The workflow engine did not answer.', { cause: error });
    }
  };
  return { within: runWithin, update, start };
}
type Caller = ReturnType<typeof createCaller>;

const createJobClient = (client: Client, { within, update, start }: Caller) => ({
  /** Starts a job's workflow unless it runs. @throws {EngineUnavailableError} */
  startJob: (job: JobRef): Promise<void> => start('jobWorkflow', jobStartOptions(job)),

  /** Makes a job's workflow look at its document at once, starting it if it does not run. @throws {EngineUnavailableError} */
  wakeJob: async (job: JobRef): Promise<void> => {
    try {
      await within(startDeadlineMs, () =>
        client.workflow.signalWithStart('jobWorkflow', { ...jobStartOptions(job), signal: wakeSignal, signalArgs: [] }),
      );
    } catch (error) {
      throw new EngineUnavailableError('The workflow engine did not answer.', { cause: error });
    }
  },

  /**
   * Calls at the given instant. `updateId` makes a repeat find the first answer.
   * @throws {UpdateRejectedError} when the job does not wait for a call
   * @throws {EngineUnavailableError}
   */
  rescheduleJob: (jobId: string, callAtMs: number, updateId?: string): Promise<JobStatus> =>
    update(() =>
      client.workflow.getHandle(jobWorkflowId(jobId)).executeUpdate(rescheduleUpdate, {
        args: [{ callAtMs }],
        ...(updateId === undefined ? {} : { updateId }),
      }),
    ),

  /** Plans the next call again. @throws {UpdateRejectedError} @throws {EngineUnavailableError} */
  replanJob: (jobId: string): Promise<JobStatus> =>
    update(() => client.workflow.getHandle(jobWorkflowId(jobId)).executeUpdate(replanUpdate)),
});

const createErasureAndDeliveryClient = (client: Client, { start, within }: Caller) => ({
  /** Starts the erasure of a job's personal data unless it runs. @throws {EngineUnavailableError} */
  startErasure: (job: JobRef): Promise<void> => {
    const input: PiiDeletionInput = { jobId: job.ID };
    return start('piiDeletionWorkflow', {
      workflowId: piiDeletionWorkflowId(job.ID),
      taskQueue: taskQueues.jobs,
      args: [input],
      workflowIdConflictPolicy: 'USE_EXISTING',
      staticSummary: `erase job ${job.ID}`,
      typedSearchAttributes: [
        { key: searchAttributes.OrgId, value: job.OrgID },
        { key: searchAttributes.CampaignId, value: job.CampaignID },
      ],
    });
  },

  /** Starts one delivery unless it runs. The delivery's document keeps a finished one from being sent again. @throws {EngineUnavailableError} */
  startDelivery: (
    input: WebhookDeliveryInput,
    about: { orgId: string; campaignId: string; state: string },
  ): Promise<void> =>
    start('webhookDeliveryWorkflow', {
      workflowId: webhookDeliveryWorkflowId(input),
      taskQueue: taskQueues.webhooks,
      args: [input],
      workflowIdConflictPolicy: 'USE_EXISTING',
      staticSummary: `job ${input.jobId} is ${about.state} → ${input.webhookId}`,
      // A receiver with a backlog must not hold up another.
      priority: { fairnessKey: input.webhookId.slice(0, 64) },
      typedSearchAttributes: [
        { key: searchAttributes.OrgId, value: about.orgId },
        { key: searchAttributes.CampaignId, value: about.campaignId },
        { key: searchAttributes.WebhookId, value: input.webhookId },
      ],
    }),

  /** Ends a delivery's wait: it is tried now, or ends if it was discarded. One that does not run has nobody to wake. @throws {EngineUnavailableError} */
  wakeDelivery: async (input: WebhookDeliveryInput): Promise<void> => {
    try {
      const handle = client.workflow.getHandle(webhookDeliveryWorkflowId(input));
      await within(startDeadlineMs, () => handle.signal(wakeDeliverySignal));
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return;
      throw new EngineUnavailableError('The workflow engine did not answer.', { cause: error });
    }
  },
});

const createImportClient = (client: Client, { within }: Caller) => ({
  /** Starts the working off of an import, or makes the run that there is look at its document once more. @throws {EngineUnavailableError} */
  startImport: async (bulkImport: Pick<BulkImport, 'ID' | 'OrgID' | 'CampaignID'>): Promise<void> => {
    const input: JobImportInput = { importId: bulkImport.ID };
    const options = {
      workflowId: jobImportWorkflowId(bulkImport.ID),
      taskQueue: taskQueues.jobs,
      args: [input],
      signal: wakeImportSignal,
      signalArgs: [] as [],
      staticSummary: `campaign ${bulkImport.CampaignID} · import ${bulkImport.ID}`,
      typedSearchAttributes: [
        { key: searchAttributes.OrgId, value: bulkImport.OrgID },
        { key: searchAttributes.CampaignId, value: bulkImport.CampaignID },
        { key: searchAttributes.ImportId, value: bulkImport.ID },
      ],
    };
    try {
      await within(startDeadlineMs, () => client.workflow.signalWithStart('jobImportWorkflow', options));
    } catch (error) {
      throw new EngineUnavailableError('The workflow engine did not answer.', { cause: error });
    }
  },
});

/** Starts and asks the workflows: the only place that knows how. */
export function createWorkflowClient(client: Client) {
  const caller = createCaller(client);
  return {
    ...createJobClient(client, caller),
    ...createImportClient(client, caller),
    ...createErasureAndDeliveryClient(client, caller),
  };
}
export type WorkflowClient = ReturnType<typeof createWorkflowClient>;
