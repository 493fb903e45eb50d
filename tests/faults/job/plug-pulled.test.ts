import { createMongo } from '../../../shared/adapters/mongo/client';
import { createKeys } from '../../../shared/adapters/mongo/keys';
import { createStore } from '../../../shared/application/store';
import { simulated } from '../../support/builders';
import { launch } from '../../support/launcher';
import { invariantViolations, ringsByAttempt } from '../../support/invariants';
import { createProcesses } from '../../support/processes';
import { unpluggedJobs } from '../../support/sizes';
import { until } from '../../support/until';
import { testKeys } from '../../support/master-keys';

const each = Array.from({ length: unpluggedJobs }, (_, index) => index);
const talking = simulated({ Scenario: 'conversation_complete', RingSeconds: 1, TalkSeconds: 600 });
const waiting = { Constraints: { MinCreationDelay: '24h' } };

describe('the plug is pulled', () => {
  const processes = createProcesses();
  afterAll(() => processes.end());

  it('jobs that wait and jobs in a call go on after the next start, with one ring per attempt', async () => {
    const before = await launch(processes);
    const jobs = '/campaigns/campaign_demo/jobs';
    const post = async (Overrides: object): Promise<string> => {
      const answer = await before.request<{ JobID: string }>('POST', jobs, {
        ContactPhoneNumber: '+14155550123',
        Overrides,
      });
      expect(answer.status).toBe(201);
      return answer.body.JobID;
    };
    const waiters = await Promise.all(each.map(() => post(waiting)));
    const talkers = await Promise.all(each.map(() => post(talking)));
    const stateOf = async (from: typeof before, id: string): Promise<string> => {
      const { body } = await from.request<{ Data: { State: string; Calls?: { State: string }[] } }>(
        'GET',
        `${jobs}/${id}`,
      );
      return body.Data.Calls?.some((call) => call.State === 'active') ? 'talking' : body.Data.State;
    };
    const states = (from: typeof before, ids: string[]) => Promise.all(ids.map((id) => stateOf(from, id)));
    await until(
      () => states(before, talkers),
      (seen) => seen.every((state) => state === 'talking'),
      30_000,
    );
    await until(
      () => states(before, waiters),
      (seen) => seen.every((state) => state === 'scheduled'),
    );

    await before.pullThePlug();
    const after = await launch(processes);

    await until(
      () => states(after, talkers),
      (seen) => seen.every((state) => state === 'scheduled'),
      90_000,
    );
    expect(await states(after, waiters)).toEqual(each.map(() => 'scheduled'));
    const mongo = createMongo({ MONGODB_URI: after.mongodbUri, MONGODB_DATABASE: 'outdial' });
    const store = createStore(mongo.db, createKeys(mongo.db, testKeys));
    const broken = await Promise.all([...waiters, ...talkers].map((id) => invariantViolations({ mongo, store }, id)));
    const rings = await ringsByAttempt(mongo);
    await mongo.close();
    expect(broken.flat()).toEqual([]);
    expect([...rings.values()]).toEqual(each.map(() => 1));
  }, 240_000);
});
