import {
  createDeliveryPermits,
  permitLimits,
  type PermitResult,
} from '../../../../activities/webhook/delivery-permits';

const taken = (turn: PermitResult): turn is Extract<PermitResult, { kind: 'taken' }> => turn.kind === 'taken';

describe('createWebhookTurns', () => {
  it('lets a new receiver have few requests, and more when they end', async () => {
    const turns = createDeliveryPermits();
    const first = await Promise.all(Array.from({ length: permitLimits.first }, () => turns.acquire('a', 0)));
    expect(first.every(taken)).toBe(true);
    expect((await turns.acquire('a', 5_000)).kind).toBe('busy');
    for (const turn of first) if (taken(turn)) turn.release(5_000);
    const next = await Promise.all(Array.from({ length: permitLimits.first * 2 }, () => turns.acquire('a', 5_000)));
    expect(next.filter(taken)).toHaveLength(permitLimits.first * 2);
  });

  it('never gives one receiver more than its share of the 200 slots, however many deliveries wait', async () => {
    const turns = createDeliveryPermits();
    let held: Extract<PermitResult, { kind: 'taken' }>[] = [];
    for (let round = 0; round < 30; round++) {
      const nowMs = round * 15_000;
      for (const turn of held.splice(0)) turn.release(nowMs);
      const underWay: typeof held = [];
      let sentAway = 0;
      const asked = 500;
      for (let index = 0; index < asked; index++) {
        void turns.acquire('hangs', nowMs).then((turn) => {
          if (taken(turn)) underWay.push(turn);
          else sentAway++;
        });
      }
      await new Promise(setImmediate);
      // Each that was not sent away holds a slot: with a request under way, or for a moment's wait.
      expect(asked - sentAway).toBeLessThanOrEqual(permitLimits.perReceiver + permitLimits.waiting);
      expect(underWay.length).toBeLessThanOrEqual(permitLimits.perReceiver);
      expect((await turns.acquire(`other_${round}`, nowMs)).kind).toBe('taken');
      held = underWay;
    }
  });

  it('keeps half the slots free of receivers that take long', async () => {
    const turns = createDeliveryPermits();
    const hanging = Array.from({ length: 60 }, (_, index) => `slow_${index}`);
    let count = 0;
    for (let round = 0; round < 8; round++) {
      const nowMs = round * 15_000;
      for (const id of hanging) {
        const turn = await turns.acquire(id, nowMs);
        if (taken(turn)) count++;
      }
    }
    // All ages are above two seconds from the second round on: no more than the share of the slow ones is under way.
    expect(count).toBeLessThanOrEqual(permitLimits.slowInTotal + permitLimits.first);
    expect((await turns.acquire('quick', 8 * 15_000)).kind).toBe('taken');
  });

  it('gives those it sends away one instant after another, so that together they ask no more often than there is room', async () => {
    const turns = createDeliveryPermits();
    for (let index = 0; index < permitLimits.first; index++) await turns.acquire('hangs', 0);
    const waits: number[] = [];
    for (let index = 0; index < 20; index++) {
      const turn = await turns.acquire('hangs', 10_000);
      if (turn.kind === 'busy') waits.push(turn.retryInMs);
    }
    expect(waits).toHaveLength(20);
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
    expect(waits[19]! - waits[0]!).toBeCloseTo((19 * 10_000) / permitLimits.first, -3);
    expect(Math.max(...waits)).toBeLessThanOrEqual(permitLimits.longestRetryMs);
  });

  it('lets a quick receiver’s deliveries wait for a moment instead of sending them away', async () => {
    const turns = createDeliveryPermits();
    const first = await Promise.all(Array.from({ length: permitLimits.first }, () => turns.acquire('quick', 0)));
    const waiting = turns.acquire('quick', 1);
    const [one] = first;
    if (one && taken(one)) one.release(10);
    expect((await waiting).kind).toBe('taken');
  });
});
