import { createMongo, type Mongo } from '../../../shared/adapters/mongo/client';
import { createWorkersRepository } from '../../../shared/adapters/mongo/workers.repository';
import { reportWorker } from '../../../apps/worker/report-worker';
import { setting } from '../../support/setting';
import { until } from '../../support/until';

let mongo: Mongo;
beforeAll(() => {
  mongo = createMongo({
    MONGODB_URI: setting('OUTDIAL_TEST_MONGODB'),
    MONGODB_DATABASE: `test_workers_${process.pid}`,
  });
});
afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.close();
});

const of = { Version: '1.2.3', Queues: ['jobs', 'calls'], CallSlots: 10 };
const logger = { debug: () => undefined };
const nowMs = () => 1_000;

describe('the report of a worker', () => {
  it('is there while the process runs, says that it drains, and goes with an orderly end', async () => {
    const workers = createWorkersRepository(mongo.db);
    const stopping = new AbortController();
    let calls = 2;
    const trunks = () => [{ Name: 'sip/main', Disabled: false, Health: 'up' as const, Calls: calls }];
    const end = reportWorker({ workers, of, calls: () => calls, trunks, nowMs, logger, signal: stopping.signal });
    const [running] = await until(
      () => workers.list(),
      (found) => found.length === 1,
    );
    expect(running).toMatchObject({
      ...of,
      Calls: 2,
      Trunks: trunks(),
      Draining: false,
      StartedMS: 1_000,
      BeatMS: 1_000,
    });
    calls = 1;
    stopping.abort();
    const [draining] = await until(
      () => workers.list(),
      ([one]) => one?.Draining === true,
    );
    expect(draining).toMatchObject({ ID: running?.ID, Calls: 1 });
    await end();
    expect(await workers.list()).toEqual([]);
  });

  it('harms nothing when the store does not take it', async () => {
    const failing = {
      report: () => Promise.reject(new Error('away')),
      remove: () => Promise.reject(new Error('away')),
    };
    const signal = new AbortController().signal;
    const end = reportWorker({ workers: failing, of, calls: () => 0, trunks: () => [], nowMs, logger, signal });
    await expect(end()).resolves.toBeUndefined();
  });
});
