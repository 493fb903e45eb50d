import { createTimeBudget } from '../../../../activities/lib/time-budget';

describe('the heartbeat of long work', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('reaches Temporal with the first item, and then once a second, however many items there are', async () => {
    let heartbeats = 0;
    const budget = await createTimeBudget(
      { clock: { nowMs: () => Promise.resolve(0) } },
      { cancellationSignal: new AbortController().signal, heartbeat: () => heartbeats++ },
    );
    const counts: number[] = [];
    for (let tenth = 0; tenth <= 30; tenth++) {
      for (let item = 0; item < 25; item++) budget.heartbeat();
      counts.push(heartbeats);
      jest.advanceTimersByTime(100);
    }
    expect([counts[0], counts[9], counts[10], counts[19], counts[20], counts[30]]).toEqual([1, 1, 2, 2, 3, 4]);
  });
});
