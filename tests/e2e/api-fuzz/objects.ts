import type { Request } from '../../support/requests';
import { until } from '../../support/until';

const phone = '+14155550123';
const completedWithinMs = 60_000;

/** The number of webhooks per organization is limited: those of this run are removed, so that the next run can register its own. */
export async function withoutNewWebhooks<T>(request: Request, act: () => Promise<T>): Promise<T> {
  const ids = async (): Promise<string[]> =>
    (await request<{ Webhooks: { ID: string }[] }>('GET', '/webhooks')).body.Webhooks.map(({ ID }) => ID);
  const before = new Set(await ids());
  try {
    return await act();
  } finally {
    for (const id of await ids()) if (!before.has(id)) await request('DELETE', `/webhooks/${id}`);
  }
}

/** Makes one object of each kind, so that requests with ids reach more than "there is no such object". */
export async function makeObjects(request: Request): Promise<NodeJS.ProcessEnv> {
  const make = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await request<Record<string, string>>('POST', path, body);
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const before = await request<{ ApiKeys: { ID: string; Data: { Scopes: string[] } }[] }>('GET', '/api-keys');
  const scopes = before.body.ApiKeys.map(({ Data }) => Data.Scopes).sort((a, b) => b.length - a.length)[0];
  const key = await make('/api-keys', { Name: 'API fuzzing', Scopes: scopes });
  const spareKey = await make('/api-keys', { Name: 'API fuzzing, to be revoked', Scopes: ['jobs:read'] });
  const simulator = { Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 1 };
  const campaign = await make('/campaigns', {
    Name: 'Fuzzing',
    DefaultCallerID: '+14155550100',
    JitterSeconds: 0,
    // No contact refuses, which would suppress the number for every other test of the service.
    Defaults: { Integrations: { simulator: { Scenario: 'conversation_complete' } } },
  });
  const spareCampaign = await make('/campaigns', { Name: 'Fuzzing, to be stopped', State: 'draft' });
  // An address where no server listens: deliveries fail and can be redelivered.
  const webhook = await make('/webhooks', { DestinationURL: 'http://127.0.0.1:9/' });
  const spareWebhook = await make('/webhooks', { DestinationURL: 'http://127.0.0.1:9/', Enabled: false });
  const jobs = `/campaigns/${campaign['CampaignID']}/jobs`;
  const job = (Overrides: object) => make(jobs, { ContactPhoneNumber: phone, Overrides });
  const called = await job({ Integrations: { simulator } });
  const far = { Constraints: { MinCreationDelay: '1000h' } };
  const [waiting, spareJob] = [await job(far), await job(far)];
  const upload = await request<{ ImportID: string }>(
    'POST',
    `${jobs}/bulk`,
    undefined,
    csv(`ContactPhoneNumber\n${phone}\n`),
  );
  if (upload.status !== 202) throw new Error(`POST ${jobs}/bulk: ${upload.status}`);
  const bulkAction = await request<{ BulkActionID: string }>(
    'POST',
    `/campaigns/${campaign['CampaignID']}/bulk-actions`,
    {
      Action: 'cancel',
      Filter: { CreatedBefore: '2000-01-01T00:00:00Z' },
    },
  );
  const call = await callOf(request, `${jobs}/${called['JobID']}`);
  return {
    FUZZ_KEY: key['Key'],
    FUZZ_KEPT_KEYS: [...before.body.ApiKeys.map(({ ID }) => ID), key['KeyID']].join(','),
    FUZZ_SPARE_KEY: spareKey['KeyID'],
    FUZZ_CAMPAIGN: campaign['CampaignID'],
    FUZZ_SPARE_CAMPAIGN: spareCampaign['CampaignID'],
    FUZZ_WEBHOOK: webhook['WebhookID'],
    FUZZ_SPARE_WEBHOOK: spareWebhook['WebhookID'],
    FUZZ_WAITING_JOB: waiting['JobID'],
    FUZZ_SPARE_JOB: spareJob['JobID'],
    FUZZ_CALLED_JOB: called['JobID'],
    FUZZ_CALL: call,
    FUZZ_DELIVERY: await deliveryOf(request, webhook['WebhookID'] ?? ''),
    FUZZ_IMPORT: upload.body.ImportID,
    FUZZ_BULK_ACTION: bulkAction.body.BulkActionID,
  };
}

function csv(text: string): { headers: Record<string, string>; raw: string } {
  const parts = ['--part', 'Content-Disposition: form-data; name="file"; filename="a.csv"', 'Content-Type: text/csv'];
  const raw = `${parts.join('\r\n')}\r\n\r\n${text}\r\n--part--\r\n`;
  return { headers: { 'content-type': 'multipart/form-data; boundary=part' }, raw };
}

async function callOf(request: Request, path: string): Promise<string> {
  const read = async () =>
    (await request<{ Data: { State: string; Calls?: { ID: string }[] } }>('GET', path)).body.Data;
  const { Calls = [] } = await until(read, ({ State }) => State === 'completed', completedWithinMs);
  return Calls[0]?.ID ?? '';
}

async function deliveryOf(request: Request, webhookId: string): Promise<string> {
  const path = `/webhooks/${webhookId}/deliveries`;
  const read = async () => (await request<{ Deliveries: { ID: string }[] }>('GET', path)).body.Deliveries;
  const [delivery] = await until(read, (deliveries) => deliveries.length > 0, completedWithinMs);
  return delivery?.ID ?? '';
}
