import { createOutdialClient, OutdialError, type OutdialClient } from '@outdial/client';
import { verifyWebhook } from '@outdial/client/webhook';
import { startReceiver } from '../../support/receiver';
import { until } from '../../support/until';
import { startImportEnv, type ImportEnv } from '../import/import-env';

const phone = '+14155550123';
const far = { Constraints: { MinCreationDelay: '1000h' } };
let env: ImportEnv;
let client: OutdialClient;
let campaign: string;
beforeAll(async () => {
  env = await startImportEnv();
  client = createOutdialClient({ baseUrl: env.api.url, apiKey: env.api.key });
  campaign = env.api.campaignId;
}, 60_000);
afterAll(() => env.stop(), 30_000);

/** Returns the error of a rejected request. */
const refusal = async (request: Promise<unknown>): Promise<OutdialError> => {
  const error: unknown = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof OutdialError) return error;
  throw new Error('The request was not rejected.', { cause: error });
};

describe('the client against the API', () => {
  it('creates a job, follows it to completion and reads its events', async () => {
    const Overrides = { Integrations: { simulator: { Scenario: 'conversation_complete', TalkSeconds: 1 } } };
    const Metadata = { order: 7 };
    const { JobID } = await client.jobs.create(campaign, { ContactPhoneNumber: phone, Metadata, Overrides });
    const job = await until(
      () => client.jobs.get(campaign, JobID, { events: true }),
      ({ Data }) => ['completed', 'failed'].includes(Data.State),
    );
    expect(job).toMatchObject({ ID: JobID, Data: { PhoneNumber: phone, State: 'completed', Metadata: { order: 7 } } });
    expect(job.Events?.length).toBeGreaterThan(2);
    expect((await client.jobs.search(campaign, phone)).Jobs.map(({ ID }) => ID)).toContain(JobID);
  }, 30_000);

  it('explains, reschedules, updates, cancels and erases', async () => {
    const { JobID } = await client.jobs.create(campaign, { ContactPhoneNumber: phone, Overrides: far });
    const explained = await client.jobs.explain(campaign, JobID, { attempts: 1 });
    expect(explained.Gates.map(({ Name }) => Name)).toContain('MinCreationDelay');
    expect((await client.campaigns.preview(campaign, { ContactPhoneNumber: phone })).Forecast.length).toBeGreaterThan(
      0,
    );
    const at = new Date(Date.now() + 86_400_000);
    expect(await client.jobs.reschedule(campaign, JobID, at)).toMatchObject({ JobID });
    expect(await client.jobs.update(campaign, JobID, { Metadata: { order: 8 } })).toMatchObject({ JobID });
    expect(await client.jobs.cancel(campaign, JobID)).toMatchObject({ JobID });
    await until(
      () => client.jobs.get(campaign, JobID),
      ({ Data }) => Data.State === 'canceled',
    );
    expect((await refusal(client.jobs.reschedule(campaign, JobID, at))).code).toBe('not_scheduled');
    expect(await client.jobs.delete(campaign, JobID)).toMatchObject({ JobID });
    await until(
      () => client.jobs.get(campaign, JobID),
      ({ Data }) => Data.State === 'deleted',
    );
  }, 30_000);

  it('executes a request once if it is sent twice with one key', async () => {
    const body = { ContactPhoneNumber: phone, Overrides: far };
    const [first, second] = [
      await client.jobs.create(campaign, body, { idempotencyKey: 'order-1' }),
      await client.jobs.create(campaign, body, { idempotencyKey: 'order-1' }),
    ];
    expect(second).toEqual(first);
  });

  it('lists more jobs than fit on one page', async () => {
    const other = await env.api.anotherCaller();
    const theirs = createOutdialClient({ baseUrl: env.api.url, apiKey: other.key });
    const ids = await Promise.all(
      Array.from({ length: 105 }, async () => {
        const made = await theirs.jobs.create(other.campaignId, { ContactPhoneNumber: phone, Overrides: far });
        return made.JobID;
      }),
    );
    for (const query of [{}, { by_time: true }]) {
      const seen: string[] = [];
      for await (const { ID } of theirs.jobs.all(other.campaignId, query)) seen.push(ID);
      expect(seen.length).toBe(ids.length);
      expect(new Set(seen)).toEqual(new Set(ids));
    }
  }, 60_000);

  it('imports a file and lists its errors', async () => {
    const rows = [...Array.from({ length: 30 }, () => phone), '12345'];
    const file = { name: 'contacts.csv', content: `ContactPhoneNumber\n${rows.join('\n')}` };
    expect(await client.imports.dryRun(campaign, file)).toMatchObject({ DryRun: true, Rows: 31, RowsInvalid: 1 });
    const { ImportID } = await client.imports.create(campaign, file);
    await until(
      () => client.imports.get(ImportID),
      ({ State }) => State === 'completed',
      30_000,
    );
    const mistakes = [];
    for await (const mistake of client.imports.allErrors(ImportID)) mistakes.push(mistake);
    expect(mistakes).toMatchObject([{ Row: 31, Column: 'ContactPhoneNumber' }]);
    expect((await client.imports.list()).map(({ ID }) => ID)).toContain(ImportID);
    expect((await refusal(client.imports.cancel(ImportID))).code).toBe('import_not_running');
  }, 60_000);

  it('registers a webhook and verifies its requests, also during a secret rotation', async () => {
    const receiver = await startReceiver();
    try {
      const { WebhookID, Secret } = await client.webhooks.create({ DestinationURL: receiver.url });
      const rotated = await client.webhooks.rotateSecret(WebhookID);
      const { DeliveryID } = await client.webhooks.test(WebhookID);
      // Jobs of earlier tests may still be publishing events.
      const tests = () => receiver.received.filter(({ body }) => body.includes('"TestJob":true'));
      const [got] = await until(tests, (all) => all.length > 0);
      for (const secret of [Secret, rotated.Secret]) {
        const { event, id } = verifyWebhook({ secret, headers: got!.headers, body: got!.body });
        expect(event).toMatchObject({ WebhookID, TestJob: true, Event: 'job_state_updated' });
        expect(id).toBe(got!.headers['webhook-id']);
      }
      await until(
        () => client.webhooks.delivery(WebhookID, DeliveryID),
        ({ State }) => State === 'delivered',
      );
      await client.webhooks.redeliver(WebhookID, DeliveryID);
      await until(tests, (all) => all.length > 1);
      await client.webhooks.update(WebhookID, { Description: 'Till' });
      expect((await client.webhooks.get(WebhookID)).Data.Description).toBe('Till');
      await client.webhooks.delete(WebhookID);
    } finally {
      await receiver.stop();
    }
  }, 30_000);

  it('creates and revokes keys, and reads the audit log of it', async () => {
    const { KeyID, Key } = await client.keys.create({ Name: 'Reader', Scopes: ['jobs:read'] });
    const reader = createOutdialClient({ baseUrl: env.api.url, apiKey: Key });
    expect((await reader.campaigns.list()).map(({ ID }) => ID)).toContain(campaign);
    const denied = await refusal(reader.jobs.create(campaign, { ContactPhoneNumber: phone }));
    expect({ status: denied.status, code: denied.code }).toEqual({ status: 403, code: 'forbidden' });
    await client.keys.revoke(KeyID);
    expect((await refusal(reader.campaigns.list())).status).toBe(401);
    const actions = (await client.audit.list({ limit: 10 })).map(({ Data }) => Data.Action);
    expect(actions).toEqual(expect.arrayContaining(['api_key.created', 'api_key.revoked']));
  });

  it('reports an error response field by field', async () => {
    const error = await refusal(client.jobs.create(campaign, { ContactPhoneNumber: '12345' }));
    expect(error).toMatchObject({ status: 400, code: 'invalid_body', errors: [{ pointer: '/ContactPhoneNumber' }] });
    expect(error.requestId).toMatch(/\w/);
  });
});
