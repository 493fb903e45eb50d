import { randomBytes } from 'node:crypto';
import { createProcesses, serviceEnv } from '../../support/processes';
import { createRequest, untilReady } from '../../support/requests';
import { until } from '../../support/until';
import { setting } from '../../support/setting';

const key = 'od_test_0123456789abcdefghijklmn';
const jobs = '/campaigns/campaign_demo/jobs';

describe('Temporal is unavailable', () => {
  const processes = createProcesses();
  afterAll(() => processes.end());

  it('a job is taken, can be read, and is called when Temporal is back', async () => {
    const temporal = await processes.temporal({ onDisk: true });
    const env = {
      ...serviceEnv({
        mongo: setting('OUTDIAL_TEST_MONGODB'),
        database: `away_${randomBytes(6).toString('hex')}`,
        temporal,
      }),
      OUTDIAL_BOOTSTRAP_KEY: key,
      OUTDIAL_DEMO: '1',
    };
    const [api] = await Promise.all([processes.api(env), processes.worker(env)]);
    const request = createRequest(api.url, key);
    await untilReady(api.url);
    await temporal.kill();

    const simulator = { Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 1 };
    const post = async (): Promise<string> => {
      const body = { ContactPhoneNumber: '+14155550123', Overrides: { Integrations: { simulator } } };
      const answer = await request<{ JobID: string }>('POST', jobs, body);
      expect(answer.status).toBe(201);
      return answer.body.JobID;
    };
    const stateOf = async (id: string): Promise<string> =>
      (await request<{ Data: { State: string } }>('GET', `${jobs}/${id}`)).body.Data.State;
    const [called, canceled] = [await post(), await post()];
    expect(await stateOf(called)).toBe('scheduled');
    expect(await request('GET', jobs)).toMatchObject({ status: 200 });
    expect(await request('POST', `${jobs}/${canceled}/cancel`)).toMatchObject({ status: 202 });

    await temporal.start();
    await until(
      () => stateOf(canceled),
      (state) => state === 'canceled',
      60_000,
    );
    await until(
      () => stateOf(called),
      (state) => state === 'completed',
      60_000,
    );
  }, 150_000);
});
