import type { Client } from '@temporalio/client';
import { BSON, type Db } from 'mongodb';
import type { Store } from '../../shared/application/store';
import type { WorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import { createWebhookSecret } from '../../shared/adapters/webhook/signature';
import type { Job } from '../../shared/domain/job/job';
import { jobWorkflowId } from '../../shared/messages/workflow-ids';
import { orgId, simulated } from './builders';

/** A job that holds something unmistakable in every field that may hold personal data. */
export const seed = 'Zwiebelfisch';
export const seededJob = (fields: Partial<Job> = {}): Partial<Job> => ({
  PhoneNumber: '+14155559173',
  ContactName: `${seed} name`,
  Data: { Note: `${seed} data` },
  PreviousCallsSummary: `${seed} before`,
  Overrides: simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 1 }),
  ...fields,
});

/** Asks for an erasure as the API does. */
export async function requestErasure(
  { store, workflows }: { store: Store; workflows: WorkflowClient },
  job: Job,
): Promise<void> {
  await store.jobs.requestErasure({ orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID }, Date.now());
  await workflows.startErasure(job);
}

/** A webhook of the tests' organization. @returns its id */
export async function addWebhook(store: Store, DestinationURL: string): Promise<string> {
  const ID = `webhook_${Math.random().toString(36).slice(2)}`;
  const webhook = { ID, OrgID: orgId, DestinationURL, CreatedMS: 0, Enabled: true };
  await store.webhooks.insert(webhook, { secrets: [createWebhookSecret()], headers: {} });
  return ID;
}

/** Where in the database one of the texts stands, byte by byte. */
export async function findTexts(db: Db, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db.listCollections().toArray()) {
    for (const document of await db.collection(name).find().toArray()) {
      const bytes = Buffer.from(BSON.serialize(document));
      const held = texts.filter((text) => bytes.includes(text));
      found.push(...held.map((text) => `${name}/${String(document._id)} holds ${text}`));
    }
  }
  return found;
}

/** The workflows that the engine still knows of a job, but for its erasure. The list lags, so the latest run is described separately. */
export async function listHistories(
  client: Client,
  jobId: string,
  webhookIds: readonly string[] = [],
): Promise<string[]> {
  const query = [
    `WorkflowId = '${jobWorkflowId(jobId)}'`,
    ...webhookIds.map((id) => `WorkflowId STARTS_WITH 'webhook/${id}/${jobId}/'`),
  ].join(' OR ');
  const found: string[] = [];
  for await (const { workflowId, status } of client.workflow.list({ query }))
    found.push(`${workflowId} ${status.name}`);
  const latest = await client.workflow
    .getHandle(jobWorkflowId(jobId))
    .describe()
    .catch(() => undefined);
  return latest === undefined ? found : [...found, `${latest.workflowId} can be described`];
}
