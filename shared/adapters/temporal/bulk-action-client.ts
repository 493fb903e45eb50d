import type { WorkflowSignalWithStartOptions } from '@temporalio/client';
import type { BulkAction } from '../../domain/bulk/bulk-action';
import { wakeBulkActionSignal, type BulkActionInput } from '../../messages/bulk-action.messages';
import { bulkFairnessOf } from '../../messages/fairness';
import { searchAttributes } from '../../messages/search-attributes';
import { taskQueues } from '../../messages/task-queues';
import { bulkActionWorkflowId } from '../../messages/workflow-ids';

/** Signals a workflow, and starts it unless it is running. */
type SignalWithStart = (type: string, options: WorkflowSignalWithStartOptions & { args: unknown[] }) => Promise<void>;

export const createBulkActionClient = ({ signalWithStart }: { signalWithStart: SignalWithStart }) => ({
  /** Starts the workflow of a bulk action, or makes a running one re-read its document. @throws {EngineUnavailableError} */
  startBulkAction: (action: Pick<BulkAction, 'ID' | 'OrgID' | 'CampaignID' | 'Action'>): Promise<void> => {
    const input: BulkActionInput = { bulkActionId: action.ID };
    return signalWithStart('bulkActionWorkflow', {
      workflowId: bulkActionWorkflowId(action.ID),
      taskQueue: taskQueues.jobs,
      args: [input],
      signal: wakeBulkActionSignal,
      signalArgs: [],
      staticSummary: `campaign ${action.CampaignID} · ${action.Action} many`,
      priority: bulkFairnessOf(action.OrgID),
      typedSearchAttributes: [
        { key: searchAttributes.OrgId, value: action.OrgID },
        { key: searchAttributes.CampaignId, value: action.CampaignID },
      ],
    });
  },
});
