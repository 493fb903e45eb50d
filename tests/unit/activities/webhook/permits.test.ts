import {
  createDeliveryPermits,
  hostPermitLimits,
  permitLimits,
  type PermitResult,
} from '../../../../activities/webhook/delivery-permits';

type Granted = Extract<PermitResult, { kind: 'granted' }>;
const isGranted = (result: PermitResult): result is Granted => result.kind === 'granted';

describe('createDeliveryPermits', () => {
  it('grants a new receiver few requests, and more as they end', async () => {
    const permits = createDeliveryPermits();
    const first = await Promise.all(Array.from({ length: permitLimits.first }, () => permits.acquire('a', 0)));
    expect(first.every(isGranted)).toBe(true);
    expect((await permits.acquire('a', 5_000)).kind).toBe('rejected');
    for (const result of first) if (isGranted(result)) result.release(5_000);
    const next = await Promise.all(Array.from({ length: permitLimits.first * 2 }, () => permits.acquire('a', 5_000)));
    expect(next.filter(isGranted)).toHaveLength(permitLimits.first * 2);
  });

  it('never grants one receiver more than its share of the 200 slots, however many deliveries wait', async () => {
    const permits = createDeliveryPermits();
    let held: Granted[] = [];
    for (let round = 0; round < 30; round++) {
      const nowMs = round * 15_000;
      for (const result of held.splice(0)) result.release(nowMs);
      const inProgress: typeof held = [];
      let rejected = 0;
      const requests = 500;
      for (let index = 0; index < requests; index++) {
        void permits.acquire('hangs', nowMs).then((result) => {
          if (isGranted(result)) inProgress.push(result);
          else rejected++;
        });
      }
      await new Promise(setImmediate);
      // Each request that is not rejected holds a slot: in progress, or during a short wait.
      expect(requests - rejected).toBeLessThanOrEqual(permitLimits.perReceiver + permitLimits.waiting);
      expect(inProgress.length).toBeLessThanOrEqual(permitLimits.perReceiver);
      expect((await permits.acquire(`other_${round}`, nowMs)).kind).toBe('granted');
      held = inProgress;
    }
  });

  it('keeps half the slots free of slow receivers', async () => {
    const permits = createDeliveryPermits();
    const hanging = Array.from({ length: 60 }, (_, index) => `slow_${index}`);
    let count = 0;
    for (let round = 0; round < 8; round++) {
      const nowMs = round * 15_000;
      for (const id of hanging) {
        const result = await permits.acquire(id, nowMs);
        if (isGranted(result)) count++;
      }
    }
    // From the second round on, all requests are older than two seconds: only the share of slow receivers is in progress.
    expect(count).toBeLessThanOrEqual(permitLimits.slowInTotal + permitLimits.first);
    expect((await permits.acquire('quick', 8 * 15_000)).kind).toBe('granted');
  });

  it('spreads the retries of rejected requests, so that together they retry no more often than permits become free', async () => {
    const permits = createDeliveryPermits();
    for (let index = 0; index < permitLimits.first; index++) await permits.acquire('hangs', 0);
    const waits: number[] = [];
    for (let index = 0; index < 20; index++) {
      const result = await permits.acquire('hangs', 10_000);
      if (result.kind === 'rejected') waits.push(result.retryInMs);
    }
    expect(waits).toHaveLength(20);
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
    expect(waits[19]! - waits[0]!).toBeCloseTo((19 * 10_000) / permitLimits.first, -3);
    expect(Math.max(...waits)).toBeLessThanOrEqual(permitLimits.longestRetryMs);
  });

  it('lets a long backlog wait in few rejections, and keeps the receiver busy', async () => {
    const window = 4;
    const answerMs = 4_000;
    const permits = createDeliveryPermits({ ...permitLimits, first: window, perReceiver: window });
    const backlog = 600;
    const idealMs = (backlog / window) * answerMs;
    let waiting = Array.from({ length: backlog }, () => ({ atMs: 0, tries: 0 }));
    let running: { endMs: number; permit: Granted }[] = [];
    let [nowMs, tries, ended] = [0, 0, 0];
    for (; ended < backlog && nowMs < 5 * idealMs; nowMs += 250) {
      const atMs = nowMs;
      for (const { permit } of running.filter(({ endMs }) => endMs <= atMs)) permit.release(atMs);
      ended += running.filter(({ endMs }) => endMs <= atMs).length;
      running = running.filter(({ endMs }) => endMs > atMs);
      const due = waiting.filter((delivery) => delivery.atMs <= atMs);
      waiting = waiting.filter((delivery) => delivery.atMs > atMs);
      for (const delivery of due) {
        tries++;
        void permits.acquire('busy', atMs, delivery.tries + 1).then((result) => {
          if (isGranted(result)) running.push({ endMs: nowMs + answerMs, permit: result });
          else waiting.push({ tries: delivery.tries + 1, atMs: atMs + result.retryInMs });
        });
      }
      await new Promise(setImmediate);
    }
    expect(ended).toBe(backlog);
    expect(nowMs).toBeLessThan(1.5 * idealMs);
    expect(tries / backlog).toBeLessThan(4);
  });

  it('makes the deliveries of a fast receiver wait briefly instead of rejecting them', async () => {
    const permits = createDeliveryPermits();
    const first = await Promise.all(Array.from({ length: permitLimits.first }, () => permits.acquire('quick', 0)));
    const waiting = permits.acquire('quick', 1);
    const [one] = first;
    if (one && isGranted(one)) one.release(10);
    expect((await waiting).kind).toBe('granted');
  });
});

describe('the limits of a destination host', () => {
  it('bound its concurrent requests, however many webhooks name it', async () => {
    const permits = createDeliveryPermits(hostPermitLimits);
    const held: Granted[] = [];
    for (let round = 0; round < 10; round++) {
      const nowMs = round * 15_000;
      for (const result of held.splice(0)) result.release(nowMs);
      const requests = 50 * permitLimits.perReceiver;
      for (let index = 0; index < requests; index++) {
        void permits.acquire('victim.example.com', nowMs).then((result) => {
          if (isGranted(result)) held.push(result);
        });
      }
      await new Promise(setImmediate);
      expect(held.length).toBeGreaterThanOrEqual(permitLimits.perReceiver);
      expect(held.length).toBeLessThanOrEqual(hostPermitLimits.perReceiver);
    }
    expect(hostPermitLimits.perReceiver).toBeLessThan(permitLimits.slowInTotal);
  });
});
