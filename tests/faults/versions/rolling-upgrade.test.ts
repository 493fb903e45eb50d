import { isRunning } from '../../../shared/domain/job/state';
import { invariantViolations, ringsByAttempt } from '../../support/invariants';
import { openPreviousVersion, type PreviousVersion } from '../../support/previous-version';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { createProcesses } from '../../support/processes';
import { failing, ok, startReceiver, type Receiver } from '../../support/receiver';
import { untilReady } from '../../support/requests';
import { setting } from '../../support/setting';
import { mixesVersions } from '../../support/sizes';
import { createTestNamespace } from '../../support/temporal-namespace';
import { until } from '../../support/until';

const key = 'od_test_0123456789abcdefghijklmn';
const itInFullSize = mixesVersions ? it : it.skip;

const call = (Scenario: string, TalkSeconds = 1) => ({
  Integrations: { simulator: { Scenario, RingSeconds: 1, TalkSeconds } },
});
const waiting = (MinCreationDelay: string) => ({ ...call('conversation_complete'), Constraints: { MinCreationDelay } });
/** Calls that succeed, fail and are retried. */
const called = [call('conversation_complete'), call('contact_busy'), call('call_dropped'), call('user_refusal')];

interface Notice {
  JobID: string;
  EventTimeMS: number;
  Data: { State: string };
}

describe('an upgrade', () => {
  const processes = createProcesses();
  let testEnv: ProcessEnv | undefined;
  let receiver: Receiver | undefined;
  afterAll(async () => {
    await testEnv?.close();
    await processes.end();
    await receiver?.stop();
  });

  /** A client that knows neither version: what the previous one answers need not fit today's document. */
  const createClient = (url: string) => async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Record<string, string>;
  };

  itInFullSize(
    'loses no job, call or webhook while processes of both versions work on the same data',
    async () => {
      const temporal = await createTestNamespace();
      const servers = { mongo: setting('OUTDIAL_TEST_MONGODB'), temporal };
      const own = (testEnv = await createProcessEnv(servers));
      const hooks = (receiver = await startReceiver());
      const env = {
        ...own.env,
        OUTDIAL_BOOTSTRAP_KEY: key,
        WORKER_GRACE_SECONDS: '60',
        OUTDIAL_DATA_DIR: processes.folder,
      };
      const previous: PreviousVersion = openPreviousVersion(processes);
      await previous.migrate(env);
      const [oldApi, oldWorker] = await Promise.all([previous.api(env), previous.worker(env)]);
      await untilReady(oldApi.url);
      let ask = createClient(oldApi.url);
      const { CampaignID = '' } = await ask('POST', '/campaigns', {
        Name: 'Upgrade',
        DefaultCallerID: '+14155550100',
        JitterSeconds: 0,
        RetryRules: {
          contact_busy: { Then: 'retry', Delays: ['5s'] },
          call_dropped: { Then: 'retry', Delays: ['5s'] },
        },
        Defaults: { Constraints: { MaxTotalCalls: 3 } },
        CircuitBreaker: { Enabled: false },
      });
      await ask('POST', '/webhooks', { DestinationURL: hooks.url });
      // Deliveries that begin in one version go on in the other.
      hooks.behave(failing);
      const jobs: string[] = [];
      let numbers = 0;
      const post = async (Overrides: object): Promise<string> => {
        // Who refuses is called by no other job.
        const ContactPhoneNumber = `+1415555${String(2_000 + numbers++)}`;
        const { JobID = '' } = await ask('POST', `/campaigns/${CampaignID}/jobs`, { ContactPhoneNumber, Overrides });
        jobs.push(JobID);
        return JobID;
      };

      // The previous version alone.
      for (const overrides of called) await post(overrides);
      const long = await post(call('conversation_complete', 12));
      const between = await post(waiting('20s'));
      const far = await post(waiting('1000h'));
      const stateOf = async (id: string): Promise<string> => (await own.load(id)).State;
      const reach = (id: string, state: string) =>
        until(
          () => stateOf(id),
          (seen) => seen === state,
          90_000,
        );
      await reach(long, 'calling');
      await reach(far, 'scheduled');

      // Today's worker beside the previous one, then instead of it; calls go on to their end.
      const worker = await processes.worker(env);
      for (const overrides of called) await post(overrides);
      const ended = oldWorker.stop();
      for (const overrides of called.slice(0, 2)) await post(overrides);
      expect(await ended).toBe(0);

      // Today's API.
      const api = await processes.api(env);
      await untilReady(api.url);
      await oldApi.stop();
      ask = createClient(api.url);
      hooks.behave(ok);
      for (const overrides of called.slice(0, 2)) await post(overrides);
      await ask('POST', `/campaigns/${CampaignID}/jobs/${far}/cancel`);
      await reach(far, 'canceled');
      await reach(between, 'completed');
      const loadAll = () => Promise.all(jobs.map((id) => own.load(id)));
      const all = await until(loadAll, (seen) => seen.every(({ State }) => !isRunning(State)), 120_000);

      for (const { ID, State } of all) if (ID !== far) expect(['completed', 'failed']).toContain(State);
      expect((await Promise.all(jobs.map((id) => invariantViolations(own, id)))).flat()).toEqual([]);
      expect([...(await ringsByAttempt(own.mongo)).values()].every((rings) => rings === 1)).toBe(true);
      const [longCall] = await own.store.calls.listByJob(long);
      expect(longCall?.Error).toBeUndefined();
      const notices = (): Notice[] => hooks.received.map(({ body }) => JSON.parse(body) as Notice);
      const arrived = () => new Set(notices().map(({ JobID, Data }) => `${JobID} ${Data.State}`));
      await until(arrived, (seen) => all.every(({ ID, State }) => seen.has(`${ID} ${State}`)), 120_000);
      for (const process of [oldWorker, worker]) expect(process.printed()).not.toMatch(/determinism|TMPRL1100/i);
    },
    600_000,
  );
});
