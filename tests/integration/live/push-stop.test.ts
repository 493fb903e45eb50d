import type { LiveServer } from '../../../apps/worker/media/live-server';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import { startTestApi, type TestApi } from '../../support/api';
import { outdial } from '../../support/command-line';
import { fakeLeg } from '../../support/fake-leg';
import { startLiveServer } from '../../support/live-server';
import { testKeys } from '../../support/master-keys';
import { setting } from '../../support/setting';
import { until } from '../../support/until';

let api: TestApi;
let worker: LiveServer;
beforeAll(async () => {
  worker = await startLiveServer();
  api = await startTestApi();
});
afterAll(async () => {
  await api.stop();
  await worker.close();
});

/** The running call of a job, which the worker handles. @param fields overrides of its record */
async function runningCall(fields: Partial<CallRecord> = {}) {
  const job = await api.insertJob({ State: 'calling', CallCount: 1 });
  const call = await api.insertCall(job, { MediaAddress: worker.address(), ...fields });
  const jobs = api.mongo.db.collection<{ _id: string }>('jobs');
  await jobs.updateOne({ _id: job.ID }, { $set: { ActiveCallID: call.ID } });
  const fake = fakeLeg(call.ID);
  worker.serve(fake.leg);
  return { call, fake };
}
const isStopRequested = async ({ ID }: CallRecord): Promise<boolean> =>
  (await api.store.calls.find(ID))?.StopRequestedMS !== undefined;

describe('a request that ends a call', () => {
  it.each([
    ['POST', '/cancel'],
    ['DELETE', ''],
  ] as const)('is pushed to its worker: %s job%s, also before the contact answers', async (method, path) => {
    for (const State of ['creating', 'active'] as const) {
      const { call, fake } = await runningCall({ State });
      expect((await api.request(method, `${api.jobs}/${call.JobID}${path}`)).status).toBe(202);
      await until(fake.hungUp, (times) => times === 1);
      expect(await isStopRequested(call)).toBe(true);
    }
  });

  it('of an operator is pushed to the workers that the command reaches, and stored for the others', async () => {
    const [reached, unreached] = [
      await runningCall({ State: 'creating' }),
      await runningCall({ MediaAddress: '127.0.0.1:1' }),
    ];
    const env = {
      MONGODB_URI: setting('OUTDIAL_TEST_MONGODB'),
      MONGODB_DATABASE: api.mongo.db.databaseName,
      ...testKeys,
    };
    const stop = ['admin', 'campaign', 'set-state', api.campaignId, 'paused', '--hang-up'];
    expect(await outdial(stop, { env })).toMatchObject({ code: 0 });
    expect([reached.fake.hungUp(), unreached.fake.hungUp()]).toEqual([1, 0]);
    for (const { call } of [reached, unreached]) expect(await isStopRequested(call)).toBe(true);
  });
});
