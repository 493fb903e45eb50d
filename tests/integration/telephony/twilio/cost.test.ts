import { sweepCosts } from '../../../../activities/sweeper/sweep-costs';
import { createLogger } from '../../../../shared/adapters/logger';
import { createRegistry } from '../../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../../shared/adapters/metrics/worker-metrics';
import type { TelephonyProvider } from '../../../../shared/adapters/telephony/telephony';
import { createProviderRegistry } from '../../../../shared/adapters/telephony/registry';
import { createCallRecord } from '../../../../shared/domain/call/call-record';
import { aJob } from '../../../support/builders';
import { startFaultyCalls, type FaultyCalls } from '../../../support/twilio/faulty-calls';
import { openTestStore, type TestStore } from '../../../support/worker';

const minute = 60_000;

describe('the cost of a call at Twilio', () => {
  let opened: TestStore;
  let calls: FaultyCalls;
  let provider: TelephonyProvider;
  const [logger, metrics] = [createLogger('test', 'silent'), createWorkerMetrics(createRegistry())];
  beforeAll(async () => {
    [opened, calls] = await Promise.all([openTestStore(), startFaultyCalls()]);
    provider = createProviderRegistry([calls.provider]);
  }, 60_000);
  afterAll(async () => {
    await calls.rig.close();
    await opened.drop();
  });

  /** A closed call of a job, which ended at an instant. */
  async function endedCall(faults: Parameters<FaultyCalls['requestTo']>[1], endedMs: number) {
    const request = calls.requestTo('busy', faults);
    const { leg } = await calls.dial(request);
    await leg.ended;
    const job = aJob({ CreatedMS: 1_000 });
    const call = createCallRecord(job, 1, 1_000);
    const { store } = opened;
    await store.jobs.insert(job);
    await store.calls.claim(call);
    await store.calls.close(call, { state: 'ended', endedMs, endedReason: 'contact_busy', line: leg.line });
    const sweep = (atMs: number) => sweepCosts({ store, provider, logger, metrics }, atMs);
    const costOf = async () => {
      const { Cost, CostUnit } = (await store.calls.find(call.ID))?.Line ?? {};
      return [Cost, CostUnit];
    };
    return { request, job, call, sweep, costOf };
  }

  it('is read once it is known, and kept with the call', async () => {
    const endedMs = 10 * minute;
    const { request, sweep, costOf } = await endedCall({}, endedMs);
    expect((await sweep(endedMs + 2 * minute - 1)).items).toBe(0);
    expect((await sweep(endedMs + 2 * minute)).items).toBe(1);
    expect(await costOf()).toEqual([undefined, undefined]);
    calls.callOf(request)!.faults.price = '-0.01300';
    expect((await sweep(endedMs + 5 * minute)).items).toBe(0);
    expect((await sweep(endedMs + 10 * minute)).items).toBe(1);
    expect(await costOf()).toEqual(['0.01300', 'USD']);
    expect((await sweep(endedMs + 48 * 60 * minute)).items).toBe(0);
  });

  it('is asked for five times at most, also if Twilio never says it or does not answer, and by one process at a time', async () => {
    const endedMs = 20 * minute;
    const { sweep, costOf } = await endedCall({}, endedMs);
    let reads = 0;
    for (let at = endedMs; at < endedMs + 72 * 60 * minute; at += 60 * minute) {
      const swept = await Promise.all([sweep(at), sweep(at)]);
      reads += swept.reduce((sum, { items }) => sum + items, 0);
    }
    expect([reads, await costOf()]).toEqual([5, [undefined, undefined]]);
  });

  it('is not asked for once the job was erased', async () => {
    const { job, sweep, call } = await endedCall({ price: '-0.013' }, 30 * minute);
    await opened.store.calls.eraseByJob(job.ID);
    expect((await sweep(72 * 60 * minute)).items).toBe(0);
    expect((await opened.store.calls.find(call.ID))?.Line).toEqual({ Provider: 'twilio' });
  });
});
