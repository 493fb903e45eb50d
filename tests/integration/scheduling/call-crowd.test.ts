import { createCallRecord } from '../../../shared/domain/call/call-record';
import { aScope, createAskingJobs, isReserved, startMs } from './asking-jobs';
import { openTestStore, type TestStore } from '../../support/worker';

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.drop());
const { aDueJob, ask, handOver, queuedOf } = createAskingJobs(() => opened.store);

it('serves every job of a crowd that asks at once, never over the limit, though workers are lost', async () => {
  const limit = 3;
  const quota = aScope({ MaxConcurrentCalls: limit });
  const { callQuotas, calls } = opened.store;
  const jobs = await Promise.all(Array.from({ length: 30 }, () => aDueJob()));
  let nowMs = startMs;
  let [open, most, served] = [0, 0, 0];
  const tick = async (): Promise<number> => {
    await new Promise(setImmediate);
    return (nowMs += 10);
  };
  await Promise.all(
    jobs.map(async (job, index) => {
      for (;;) {
        const answer = await ask(job, quota, await tick());
        if (isReserved(answer)) {
          most = Math.max(most, ++open);
          await tick();
          open--;
          served++;
          // Every fifth worker is lost before it frees the place: only the closed record of the call says so.
          if (index % 5 === 0) await calls.create({ ...createCallRecord(job, 1, nowMs), State: 'ended' });
          else await callQuotas.release(answer, { undialed: false });
          if (index % 5 !== 0) await handOver(quota, await tick());
          return;
        }
        // What the sweeper does, more often.
        while ((await queuedOf(job))?.WaitsIn !== undefined) await handOver(quota, await tick());
      }
    }),
  );
  expect({ served, isOver: most > limit }).toEqual({ served: 30, isOver: false });
}, 60_000);
