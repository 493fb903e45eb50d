import type { Client, WorkflowStartOptions } from '@temporalio/client';
import { webhookFairnessOf } from '../../messages/fairness';
import { searchAttributes } from '../../messages/search-attributes';
import { taskQueues } from '../../messages/task-queues';
import { failingDeliverySignal, wakeDeliverySignal, type WebhookDeliveryInput } from '../../messages/webhook.messages';
import { webhookDeliveryWorkflowId } from '../../messages/workflow-ids';

/** Starts a workflow unless it is running, and signals one that is running. */
interface Caller {
  start: (type: string, options: WorkflowStartOptions) => Promise<void>;
  signal: (send: () => Promise<void>) => Promise<void>;
}

/** What operators read of a delivery. */
const summaryOf = ({ jobId }: WebhookDeliveryInput, { state, kind }: { state?: string; kind?: string }): string =>
  kind === undefined ? `job ${jobId} is ${state}` : `${kind} of ${jobId}`;

/** Starts and signals the workflows of deliveries. */
export const createDeliveryClient = (client: Client, { start, signal }: Caller) => ({
  /**
   * Starts a delivery unless it is running. The document of the delivery prevents that a finished one is sent again.
   * @param about.webhooks how many webhooks the organization has
   * @throws {EngineUnavailableError}
   */
  startDelivery: (
    input: WebhookDeliveryInput,
    about: { orgId: string; campaignId: string; state?: string; kind?: string; webhooks: number },
  ): Promise<void> =>
    start('webhookDeliveryWorkflow', {
      workflowId: webhookDeliveryWorkflowId(input),
      taskQueue: taskQueues.webhooks,
      args: [{ ...input, policy: 'native' } satisfies WebhookDeliveryInput],
      workflowIdConflictPolicy: 'USE_EXISTING',
      staticSummary: `${summaryOf(input, about)} → ${input.webhookId}`,
      priority: webhookFairnessOf(input.webhookId, about.webhooks),
      typedSearchAttributes: [
        { key: searchAttributes.OrgId, value: about.orgId },
        { key: searchAttributes.CampaignId, value: about.campaignId },
        { key: searchAttributes.WebhookId, value: input.webhookId },
      ],
    }),

  /**
   * Makes a waiting delivery read its document again: it makes an attempt that is due, or ends if it was discarded. Does
   * nothing if the delivery is not running.
   * @throws {EngineUnavailableError}
   */
  wakeDelivery: (input: WebhookDeliveryInput): Promise<void> =>
    signal(() => client.workflow.getHandle(webhookDeliveryWorkflowId(input)).signal(wakeDeliverySignal)),

  /**
   * Makes the workflow of a delivery show that it is failing.
   * @param failure what failed, for operators
   * @throws {EngineUnavailableError}
   */
  showFailingDelivery: (input: WebhookDeliveryInput, failure: string): Promise<void> =>
    signal(() => client.workflow.getHandle(webhookDeliveryWorkflowId(input)).signal(failingDeliverySignal, failure)),
});
