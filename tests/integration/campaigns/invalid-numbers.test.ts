import { CallRefusedError, type RefusalEnd } from '../../../shared/adapters/telephony/telephony';
import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';
import type { TestApi } from '../../support/api';
import { startApiWithWorkers, type ApiWithWorkers } from '../../support/api-with-workers';
import { until } from '../../support/until';

const invalidNumber: RefusalEnd = {
  reason: 'contact_did_not_answer',
  detail: 'invalid_number',
  permanent: true,
  q850: 1,
};

let running: ApiWithWorkers;
let api: TestApi;
beforeAll(async () => {
  const dial = () => Promise.reject(new CallRefusedError('The number does not exist.', { end: invalidNumber }));
  running = await startApiWithWorkers();
  running.deps.provider.dial = dial;
  ({ api } = running);
}, 60_000);
afterAll(() => running.stop(), 30_000);

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
