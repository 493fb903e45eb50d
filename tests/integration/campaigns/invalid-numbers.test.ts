import { NativeConnection } from '@temporalio/worker';
import { CallRefusedError, type RefusalEnd } from '../../../shared/adapters/telephony/telephony';
import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';
import { startTestApi, type TestApi } from '../../support/api';
import { startTemporalForTests } from '../../support/servers';
import { until } from '../../support/until';
import { createTestDeps, quietRuntime, startTestWorkers, type TestDeps, type TestWorkers } from '../../support/worker';

const invalidNumber: RefusalEnd = {
  reason: 'contact_did_not_answer',
  detail: 'invalid_number',
  permanent: true,
  q850: 1,
};

let api: TestApi;
let deps: TestDeps;
let workers: TestWorkers;
let temporal: Awaited<ReturnType<typeof startTemporalForTests>>;
let connection: NativeConnection;

beforeAll(async () => {
  quietRuntime();
  temporal = await startTemporalForTests();
  api = await startTestApi({ temporalAddress: temporal.address });
  connection = await NativeConnection.connect({ address: temporal.address });
  const clock = { nowMs: () => Date.now() };
  const own = await createTestDeps({ workflows: api.workflows, histories: api.histories, clock });
  deps = { ...own, store: api.store, mongo: { ...own.mongo, db: api.mongo.db } };
  deps.provider.dial = () => Promise.reject(new CallRefusedError('The number does not exist.', { end: invalidNumber }));
  workers = await startTestWorkers(deps, { connection, queues: ['jobs', 'calls', 'webhooks'] });
}, 60_000);
afterAll(async () => {
  await workers.stop();
  await connection.close();
  await Promise.all([api.stop(), deps.close()]);
  await temporal.stop();
}, 30_000);

it('invalid numbers fail their jobs at once, and open no circuit breaker, however many there are', async () => {
  const settings = {
    Name: 'Invalid',
    DefaultCallerID: '+14155550100',
    JitterSeconds: 0,
    CircuitBreaker: { MinCalls: 3 },
  };
  const { CampaignID } = (await api.request<{ CampaignID: string }>('POST', '/campaigns', settings)).body;
  const post = async (): Promise<string> => {
    const job = { ContactPhoneNumber: '+14155550123' };
    return (await api.request<{ JobID: string }>('POST', `/campaigns/${CampaignID}/jobs`, job)).body.JobID;
  };
  for (const id of await Promise.all(Array.from({ length: 6 }, post))) {
    const failed = await until(
      () => api.store.jobs.load(id),
      (job) => job?.State === 'failed',
    );
    expect(failed).toMatchObject({ FailureReason: 'technical_error', CallCount: 1 });
    const [call] = await api.store.calls.listByJob(id);
    expect(call).toMatchObject({ EndedDetail: 'invalid_number', Line: { Provider: 'simulated', Q850: 1 } });
  }
  const { CircuitBreaker } = (await api.request<CampaignBody>('GET', `/campaigns/${CampaignID}`)).body;
  expect(CircuitBreaker).toEqual({ State: 'closed' });
}, 60_000);
