import { callId } from '../../../shared/domain/call/call-record';
import type { CallQuota } from '../../../shared/domain/planning/call-quotas';
import { createCallQuotasRepository } from '../../../shared/adapters/mongo/call-quotas.repository';
import { aJob } from '../../support/builders';
import { openTestStore } from '../../support/worker';

const nowMs = Date.parse('2026-11-20T10:00:00Z');
const midnightMs = Date.parse('2026-11-21T00:00:00Z');
const minuteMs = 60_000;

let opened: Awaited<ReturnType<typeof openTestStore>>;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(async () => {
  await opened.mongo.db.dropDatabase();
  await opened.mongo.close();
});

let scopes = 0;
const aQuota = (MaxConcurrentCalls: number, MaxCallsPerDay = 0): CallQuota => ({
  scope: `organization/org_${++scopes}`,
  MaxConcurrentCalls,
  MaxCallsPerMinute: 0,
  MaxCallsPerDay,
});
const asking = (ID: string) => ({ ID, JobID: `job_of_${ID}`, CampaignID: 'campaign_1' });
const quotas = () => opened.store.callQuotas;
type Answer = Awaited<ReturnType<ReturnType<typeof createCallQuotasRepository>['reserve']>>;
type Reserved = Exclude<Answer, { queued: unknown }>;
const isReserved = (answer: Answer): answer is Reserved => !('queued' in answer);
const reserve = (id: string, quota: CallQuota, atMs = nowMs): Promise<Answer> =>
  quotas().reserve(asking(id), [quota], atMs);
const reserved = async (id: string, quota: CallQuota, atMs = nowMs): Promise<Reserved> => {
  const answer = await reserve(id, quota, atMs);
  if (!isReserved(answer)) throw new Error(`${id} was queued.`);
  return answer;
};
const queuedBy = async (id: string, quota: CallQuota, atMs = nowMs) => {
  const answer = await reserve(id, quota, atMs);
  return isReserved(answer) ? undefined : answer.queued;
};
const running = async ({ scope }: CallQuota): Promise<number> => {
  const documents = opened.mongo.db.collection<{ _id: string; Running: unknown[] }>('call_quotas');
  return (await documents.findOne({ _id: scope }))?.Running.length ?? 0;
};

describe('calls at once', () => {
  it('are exactly the limit when 200 calls reserve at the same time in four processes', async () => {
    const quota = aQuota(7);
    const processes = Array.from({ length: 4 }, () => createCallQuotasRepository(opened.mongo.db));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => processes[n % 4]!.reserve(asking(`call_${n}_1`), [quota], nowMs + n)),
    );
    expect(answers.filter(isReserved)).toHaveLength(7);
    expect(await running(quota)).toBe(7);
  }, 30_000);

  it('never exceed the limit while calls start and end, and every freed slot is used again', async () => {
    const quota = aQuota(3);
    let [open, most, done] = [0, 0, 0];
    const callOnce = async (n: number): Promise<void> => {
      for (let turn = 0; ; turn++) {
        const answer = await reserve(`call_${n}_1`, quota, nowMs + turn);
        if (!isReserved(answer)) continue;
        most = Math.max(most, ++open);
        await new Promise(setImmediate);
        open--;
        done++;
        await quotas().release(answer, { undialed: false });
        return;
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, n) => callOnce(n)));
    expect({ most: most <= 3, done, left: await running(quota) }).toEqual({ most: true, done: 12, left: 0 });
  }, 30_000);

  it('free the slots of calls that ended without a release: their workers were lost', async () => {
    const quota = aQuota(2);
    const jobs = [aJob({ CreatedMS: nowMs }), aJob({ CreatedMS: nowMs })];
    for (const [index, job] of jobs.entries()) {
      await reserved(callId(job.ID, 1), quota);
      await opened.store.calls.claim({
        ID: callId(job.ID, 1),
        JobID: job.ID,
        OrgID: job.OrgID,
        CampaignID: job.CampaignID,
        Attempt: 1,
        State: index === 0 ? 'failed' : 'active',
        CreatedMS: nowMs,
      });
    }
    // The second call is active, so only the first one's slot is free.
    await reserved('call_next_1', quota, nowMs + 5_000);
    expect(await queuedBy('call_last_1', quota, nowMs + 10_000)).toBeDefined();
  });

  it('free the slot of a job that ended after its worker was lost before it claimed the call', async () => {
    const quota = aQuota(1);
    await reserved('call_lost_1', quota);
    expect(await queuedBy('call_next_1', quota, nowMs + 14 * minuteMs)).toBeDefined();
    await reserved('call_next_1', quota, nowMs + 16 * minuteMs);
  });

  it('count a call once that reserves again after a crash, and the worker that was lost releases nothing', async () => {
    const quota = aQuota(1, 2);
    const lost = await reserved('call_a_1', quota);
    const again = await reserved('call_a_1', quota, nowMs + 1_000);
    await quotas().release(lost, { undialed: true });
    expect(await running(quota)).toBe(1);
    await quotas().release(again, { undialed: false });
    expect(await running(quota)).toBe(0);
    await reserved('call_b_1', quota, nowMs + 2_000);
    expect(await queuedBy('call_c_1', quota, nowMs + 3_000)).toMatchObject({ By: 'MaxCallsPerDay' });
  });

  it('let a refused call ask again after ever longer times, because a place is handed to it', async () => {
    const quota = aQuota(1);
    await reserved('call_0_1', quota);
    const first = await queuedBy('call_1_1', quota);
    expect(first).toMatchObject({ By: 'MaxConcurrentCalls', WaitsIn: quota.scope, SinceMS: nowMs, Limit: 1 });
    expect(first?.UntilMS).toBeGreaterThanOrEqual(nowMs + 10 * minuteMs);
    await reserved('call_0_1', quota, nowMs + 179 * minuteMs);
    const again = await quotas().reserve({ ...asking('call_1_1'), queued: first }, [quota], nowMs + 180 * minuteMs);
    const queued = 'queued' in again ? again.queued : undefined;
    expect(queued?.SinceMS).toBe(nowMs);
    expect(queued?.UntilMS).toBeGreaterThanOrEqual(nowMs + 360 * minuteMs);
  });
});

describe('calls in a day', () => {
  it('are exactly the limit when many calls reserve at the same time, and start over at midnight UTC', async () => {
    const quota = aQuota(0, 5);
    const race = (atMs: number, from: number) =>
      Promise.all(Array.from({ length: 50 }, (_, n) => reserve(`call_${from + n}_1`, quota, atMs)));
    expect((await race(nowMs, 0)).filter(isReserved)).toHaveLength(5);
    expect(await queuedBy('call_x_1', quota, midnightMs - 1)).toMatchObject({ By: 'MaxCallsPerDay', Limit: 5 });
    expect((await queuedBy('call_x_1', quota, midnightMs - 1))?.UntilMS).toBeGreaterThanOrEqual(midnightMs);
    expect((await race(midnightMs, 100)).filter(isReserved)).toHaveLength(5);
    // A worker whose clock is behind does not open the day before again.
    expect(await queuedBy('call_y_1', quota, midnightMs - 1)).toBeDefined();
  }, 30_000);

  it('do not count a call that was abandoned before it was dialed, and count one that ended', async () => {
    const quota = aQuota(10, 1);
    await quotas().release(await reserved('call_a_1', quota), { undialed: true });
    await quotas().release(await reserved('call_b_1', quota), { undialed: false });
    expect(await queuedBy('call_c_1', quota)).toMatchObject({ By: 'MaxCallsPerDay' });
  });
});

it('keeps the places of narrower scopes for a call that waits, and returns those of wider ones', async () => {
  const [narrow, wide] = [aQuota(5), aQuota(1)];
  await quotas().reserve(asking('call_a_1'), [narrow, wide], nowMs);
  const waiting = await quotas().reserve(asking('call_b_1'), [narrow, wide], nowMs);
  const queued = 'queued' in waiting ? waiting.queued : undefined;
  expect(queued).toMatchObject({ WaitsIn: wide.scope, Places: [narrow.scope] });
  expect([await running(narrow), await running(wide)]).toEqual([2, 1]);
  await quotas().giveBack('call_b_1', [narrow.scope]);
  expect(await running(narrow)).toBe(1);
  // It waits in the other order now: the place of the wider scope would keep others from it.
  const kept = await quotas().reserve(asking('call_c_1'), [narrow, wide], nowMs);
  const places = { ...('queued' in kept ? kept.queued : undefined), Places: [narrow.scope] };
  await quotas().reserve({ ...asking('call_c_1'), queued: places as never }, [wide, narrow], nowMs);
  expect(await running(narrow)).toBe(1);
});

it('uses kept places only as far as a limit that was lowered since then allows', async () => {
  const [narrow, wide] = [aQuota(8), aQuota(1)];
  const first = await quotas().reserve(asking('call_first_1'), [narrow, wide], nowMs);
  const kept = await Promise.all(
    Array.from({ length: 7 }, async (_, n) => {
      const answer = await quotas().reserve(asking(`call_${n}_1`), [narrow, wide], nowMs);
      return { ...asking(`call_${n}_1`), queued: 'queued' in answer ? answer.queued : undefined };
    }),
  );
  expect(await running(narrow)).toBe(8);
  if (isReserved(first)) await quotas().release(first, { undialed: false });
  const lowered = { ...narrow, MaxConcurrentCalls: 2 };
  const answers = await Promise.all(kept.map((call) => quotas().reserve(call, [lowered], nowMs + 1_000)));
  expect(answers.filter(isReserved)).toHaveLength(2);
});

it('reads and writes nothing without a limit', async () => {
  const before = await opened.mongo.db.collection('call_quotas').countDocuments();
  expect(await quotas().reserve(asking('call_a_1'), [], nowMs)).toMatchObject({ places: [] });
  expect(await opened.mongo.db.collection('call_quotas').countDocuments()).toBe(before);
});
