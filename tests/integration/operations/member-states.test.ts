import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { scaledMs } from '../../support/deadline';
import { startMongoFaultProxy, type MongoFaultProxy } from '../../support/mongo-fault-proxy';
import { memberErrors, writeConcernErrors } from '../../support/mongo-faults';
import type { Answer } from '../../support/requests';
import { until } from '../../support/until';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { setting } from '../../support/setting';

/** Short, so that every limit is met, but long enough for what succeeds. The driver looks for a primary every half second. */
const waitSeconds = scaledMs(1_500) / 1_000;
const answerMs = scaledMs(1_000);
const mongoLimits = {
  MONGODB_SELECTION_SECONDS: waitSeconds,
  MONGODB_POOL_WAIT_SECONDS: waitSeconds,
  MONGODB_CONNECT_SECONDS: waitSeconds,
  MONGODB_READ_SECONDS: answerMs / 1_000,
  MONGODB_WRITE_SECONDS: answerMs / 1_000,
};
const writes = ['insert', 'update', 'delete', 'findAndModify'];

let proxy: MongoFaultProxy;
let api: TestApi;
let jobId: string;
let webhookId: string;
beforeAll(async () => {
  proxy = await startMongoFaultProxy(setting('OUTDIAL_TEST_MONGODB'));
  const { workflows } = createWorkflowClientDouble();
  api = await startTestApi({ mongodbUri: proxy.uri, mongoLimits, workflows });
  jobId = (await api.insertJob({ State: 'scheduled' })).ID;
  const created = await api.request<{ WebhookID: string }>('POST', '/webhooks', {
    DestinationURL: 'http://127.0.0.1:9/',
  });
  webhookId = created.body.WebhookID;
});
const back = () =>
  until(
    () => api.request('GET', '/campaigns'),
    ({ status }) => status === 200,
  );
afterEach(async () => {
  proxy.restore();
  await back();
});
afterAll(async () => {
  await api.stop();
  await proxy.stop();
});

let created = 0;
const createJob = (key: string) =>
  api.request<{ JobID: string }>('POST', api.jobs, aJobBody({ Metadata: { key } }), {
    headers: { 'Idempotency-Key': key },
  });
const requests: (() => Promise<Answer>)[] = [
  () => createJob(`key-${created}`),
  () => api.request('GET', `${api.jobs}/${jobId}`),
  () => api.request('GET', `${api.jobs}?state=scheduled`),
  () => api.request('POST', `${api.jobs}/${jobId}/update`, { Metadata: { changed: created } }),
  // These two write many documents at once, which the driver never repeats.
  () => api.request('PATCH', `/campaigns/${api.campaignId}`, { Name: `Campaign ${created}` }),
  () => api.request('PATCH', `/webhooks/${webhookId}`, { Enabled: created % 2 === 0 }),
];

/** Sends every request during a fault, expects an answer while it lasts, success or "repeat later", and repeats the creation. */
async function expectSafe(fault: () => void): Promise<number[]> {
  created++;
  fault();
  const answers = await Promise.all(requests.map((request) => request()));
  for (const { status, headers, body } of answers) {
    expect([200, 201, 202, 503]).toContain(status);
    if (status !== 503) continue;
    expect(body).toMatchObject({ code: 'store_unavailable' });
    expect(headers.get('retry-after')).toBe('2');
  }
  proxy.restore();
  await back();
  const key = `key-${created}`;
  // The first try holds its key until it has ended, or for as long as its process may live.
  await api.mongo.db.collection('idempotency_keys').updateMany({}, { $set: { LockedUntilMS: 0 } });
  await until(
    () => createJob(key),
    ({ status }) => status === 201,
  );
  expect(await api.mongo.db.collection('jobs').countDocuments()).toBe(1 + created);
  return answers.map(({ status }) => status);
}

describe('the API answers 503 with Retry-After, or succeeds, and a repeat creates nothing twice', () => {
  it.each(['notWritablePrimary', 'interrupted', 'shuttingDown', 'tooSlow'] as const)(
    'while every command is answered with %s',
    async (name) => {
      const statuses = await expectSafe(() => proxy.fail(memberErrors[name]));
      expect(new Set(statuses)).toEqual(new Set([503]));
    },
  );

  it.each(['timeout', 'steppedDown'] as const)('while the majority confirms no write: %s', async (name) => {
    await expectSafe(() => proxy.failWriteConcern(writeConcernErrors[name], { commands: writes }));
  });

  it('while replies are lost, and each write has taken effect', async () => {
    await expectSafe(() => proxy.loseReplies({ commands: writes }));
  });

  it('while the database is cut off', async () => {
    await expectSafe(() => proxy.cut());
  });

  it('while the database hangs', async () => {
    await expectSafe(() => proxy.freeze());
  });

  it('while connections are half-open', async () => {
    await expectSafe(() => proxy.silence());
  });
});

describe('what the driver repeats goes unnoticed', () => {
  it('a reply that is lost once: the write takes effect once', async () => {
    const statuses = await expectSafe(() => proxy.loseReplies({ commands: ['insert', 'findAndModify'], times: 1 }));
    expect(statuses.slice(0, 4)).toEqual([201, 200, 200, 202]);
  });

  it('an election that ends within the time limit', async () => {
    const statuses = await expectSafe(() => void proxy.elect(100));
    // A write of many documents may have been interrupted.
    expect(statuses.slice(0, 4)).toEqual([201, 200, 200, 202]);
  });
});

describe('documents that are missing after a bulk write', () => {
  const storeTwo = async (...codes: number[]): Promise<unknown> => {
    const job = await api.store.jobs.load(jobId);
    const writeErrors = codes.map((code, index) => ({ index, code, errmsg: 'E' }));
    proxy.answer({ ok: 1, n: 0, writeErrors }, { commands: ['insert'], times: 1 });
    return api.store.jobs.insertMissing([job!, job!]);
  };

  it('are an error, even if the first error is a duplicate', async () => {
    await expect(storeTwo(11_000, 121)).rejects.toThrow();
    await expect(storeTwo(11_000, 11_000)).resolves.toMatchObject([{ ID: jobId }]);
  });
});

describe('every command', () => {
  it('carries its time limit, and a write waits for the majority and is numbered', async () => {
    proxy.takeSeen();
    await createJob('limits');
    await api.request('GET', api.jobs);
    const seen = proxy.takeSeen();
    const reading = seen.filter((command) => 'find' in command || 'aggregate' in command);
    const writing = seen.filter((command) => 'insert' in command || 'findAndModify' in command);
    expect([reading.length, writing.length].every((count) => count > 1)).toBe(true);
    for (const command of reading) expect(Number(command['maxTimeMS'])).toBe(answerMs);
    for (const command of writing) {
      expect(JSON.stringify(command['writeConcern'])).toBe(`{"w":"majority","wtimeout":${answerMs},"j":true}`);
      expect(command['txnNumber']).toBeDefined();
    }
  });
});
