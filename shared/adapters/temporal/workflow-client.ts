import {
  isGrpcServiceError,
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  type WorkflowSignalWithStartOptions,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { BulkImport } from '../../domain/import/import';
import { bulkFairnessOf } from '../../messages/fairness';
import { firstRunMemo } from '../../messages/first-run';
import {
  wakeSignal,
  replanUpdate,
  rescheduleUpdate,
  updateRejections,
  type JobStatus,
} from '../../messages/job.messages';
import { wakeImportSignal, type JobImportInput } from '../../messages/import.messages';
import type { PiiDeletionInput } from '../../messages/job.messages';
import { searchAttributes } from '../../messages/search-attributes';
import { taskQueues } from '../../messages/task-queues';
import { jobImportWorkflowId, jobWorkflowId, piiDeletionWorkflowId } from '../../messages/workflow-ids';
import { createBulkActionClient } from './bulk-action-client';
import { createDeliveryClient } from './delivery-client';
import { jobStartOptions, type FirstCall, type JobRef } from './job-start';

export type { FirstCall, JobRef } from './job-start';

/** Temporal or all workers are unavailable. It is unknown whether the request took effect, so the caller may retry it. */
export class EngineUnavailableError extends Error {
  override name = 'EngineUnavailableError';
}
/** The workflow rejected the update. `type` is one of `updateRejections`. */
export class UpdateRejectedError extends Error {
  override name = 'UpdateRejectedError';
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

/** How long the engine may take to answer. That of an update includes the response of the workflow. */
export type EngineTimeouts = Record<'updateMs' | 'startMs', number>;
const engineTimeouts: EngineTimeouts = { updateMs: 5_000, startMs: 3_000 };

const unavailable = (cause: unknown): EngineUnavailableError =>
  new EngineUnavailableError('The workflow engine did not respond.', { cause });

function translateError(error: unknown): unknown {
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
    return new UpdateRejectedError(error.cause.type ?? 'Error', error.cause.message);
  }
  if (error instanceof WorkflowNotFoundError) {
    return new UpdateRejectedError(updateRejections.notRunning, 'The workflow of the job is not running.');
  }
  return unavailable(error);
}

/** The status code of gRPC. */
const failedPrecondition = 9;

/** True if the workflow may have ended before it saw the update. A repeat shows it: the workflow is not running then. */
function mayHaveEnded(error: unknown): boolean {
  if (!(error instanceof Error) || !isGrpcServiceError(error.cause)) return false;
  const { code }: { code: unknown } = error.cause;
  return code === failedPrecondition;
}

const firstRun = { memo: firstRunMemo, workflowIdReusePolicy: 'REJECT_DUPLICATE' } as const;
const laterRun = { workflowIdReusePolicy: 'ALLOW_DUPLICATE' } as const;
/** A planned start that comes late must not follow a run that a request has started and that has completed. */
const laterRunOfPlannedJob = { workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY' } as const;
type LaterRun = typeof laterRun | typeof laterRunOfPlannedJob;
type FirstOrLaterRun = typeof firstRun | LaterRun;
type SignalWithStartOptions = WorkflowSignalWithStartOptions & { args: unknown[] };

/** Adds a deadline to every call to the engine and translates its errors. */
function createCaller(client: Client, { updateMs, startMs }: EngineTimeouts) {
  const callWithin = <T>(timeoutMs: number, request: () => Promise<T>): Promise<T> =>
    client.connection.withDeadline(Date.now() + timeoutMs, request);
  const update = async (request: () => Promise<JobStatus>): Promise<JobStatus> => {
    try {
      return await callWithin(updateMs, request).catch((error: unknown) => {
        if (!mayHaveEnded(error)) throw error;
        return callWithin(updateMs, request);
      });
    } catch (error) {
      throw translateError(error);
    }
  };
  /** The first run of an id is marked. When the server refuses another first run, the workflow is started without the mark. */
  const startOnce = async (
    request: (options: FirstOrLaterRun) => Promise<unknown>,
    later: LaterRun = laterRun,
  ): Promise<void> => {
    try {
      await callWithin(startMs, () => request(firstRun)).catch((error: unknown) => {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
        return callWithin(startMs, () => request(later));
      });
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return;
      throw unavailable(error);
    }
  };
  const start = (type: string, options: WorkflowStartOptions, later?: LaterRun): Promise<void> =>
    startOnce((run) => client.workflow.start(type, { ...options, ...run }), later);
  const signalWithStart = (type: string, options: SignalWithStartOptions): Promise<void> =>
    startOnce((run) => client.workflow.signalWithStart(type, { ...options, ...run }));
  const signal = (request: () => Promise<void>): Promise<void> => callWithin(startMs, request);
  return { signal, update, start, signalWithStart };
}
type Caller = ReturnType<typeof createCaller>;

const createJobClient = (client: Client, { update, start, signalWithStart }: Caller) => ({
  /**
   * Starts the workflow of a job unless it is running.
   * @param firstCall delays the first task until then: an update, or `wakeJob`, ends the delay
   * @throws {EngineUnavailableError}
   */
  startJob: (job: JobRef, firstCall?: FirstCall): Promise<void> =>
    start('jobWorkflow', jobStartOptions(job, firstCall), firstCall && laterRunOfPlannedJob),

  /** Makes the workflow of a job re-read its document, and starts it if necessary. @throws {EngineUnavailableError} */
  wakeJob: (job: JobRef): Promise<void> =>
    signalWithStart('jobWorkflow', { ...jobStartOptions(job), signal: wakeSignal, signalArgs: [] }),

  /**
   * Reschedules the next call. A repeat with the same `updateId` returns the first result.
   * @throws {UpdateRejectedError} when the job is not waiting for a call
   * @throws {EngineUnavailableError}
   */
  rescheduleJob: (jobId: string, callAtMs: number, updateId?: string): Promise<JobStatus> =>
    update(() =>
      client.workflow.getHandle(jobWorkflowId(jobId)).executeUpdate(rescheduleUpdate, {
        args: [{ callAtMs }],
        ...(updateId === undefined ? {} : { updateId }),
      }),
    ),

  /** Replans the next call. @throws {UpdateRejectedError} @throws {EngineUnavailableError} */
  replanJob: (jobId: string): Promise<JobStatus> =>
    update(() => client.workflow.getHandle(jobWorkflowId(jobId)).executeUpdate(replanUpdate)),
});

const createErasureClient = ({ start }: Caller) => ({
  /** Starts the erasure of a job's personal data unless it is running. @throws {EngineUnavailableError} */
  startErasure: (job: JobRef): Promise<void> => {
    const input: PiiDeletionInput = { jobId: job.ID };
    return start('piiDeletionWorkflow', {
      workflowId: piiDeletionWorkflowId(job.ID),
      taskQueue: taskQueues.erasures,
      args: [input],
      workflowIdConflictPolicy: 'USE_EXISTING',
      staticSummary: `erase job ${job.ID}`,
      // A campaign's retention erases thousands of jobs at once.
      priority: bulkFairnessOf(job.OrgID),
      typedSearchAttributes: [
        { key: searchAttributes.OrgId, value: job.OrgID },
        { key: searchAttributes.CampaignId, value: job.CampaignID },
      ],
    });
  },
});

const createImportClient = ({ signalWithStart }: Caller) => ({
  /** Starts the workflow of an import, or makes a running one re-read its document. @throws {EngineUnavailableError} */
  startImport: (bulkImport: Pick<BulkImport, 'ID' | 'OrgID' | 'CampaignID'>): Promise<void> => {
    const input: JobImportInput = { importId: bulkImport.ID };
    return signalWithStart('jobImportWorkflow', {
      workflowId: jobImportWorkflowId(bulkImport.ID),
      taskQueue: taskQueues.jobs,
      args: [input],
      signal: wakeImportSignal,
      signalArgs: [],
      staticSummary: `campaign ${bulkImport.CampaignID} · import ${bulkImport.ID}`,
      priority: bulkFairnessOf(bulkImport.OrgID),
      typedSearchAttributes: [
        { key: searchAttributes.OrgId, value: bulkImport.OrgID },
        { key: searchAttributes.CampaignId, value: bulkImport.CampaignID },
        { key: searchAttributes.ImportId, value: bulkImport.ID },
      ],
    });
  },
});

/** Does nothing if the workflow is not running. @throws {EngineUnavailableError} */
async function signalIfRunning({ signal }: Caller, send: () => Promise<void>): Promise<void> {
  try {
    await signal(send);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return;
    throw unavailable(error);
  }
}

/** Starts, signals and updates the workflows. All processes use Temporal through this client. */
export function createWorkflowClient(client: Client, timeouts = engineTimeouts) {
  const caller = createCaller(client, timeouts);
  return {
    ...createJobClient(client, caller),
    ...createImportClient(caller),
    ...createBulkActionClient(caller),
    ...createErasureClient(caller),
    ...createDeliveryClient(client, { start: caller.start, signal: (send) => signalIfRunning(caller, send) }),
  };
}
export type WorkflowClient = ReturnType<typeof createWorkflowClient>;
