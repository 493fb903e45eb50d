import type { WorkflowHandle } from '@temporalio/client';
import { countBillableActions } from '../../support/billable-actions';
import { accepting, refusing, useDeliveries, type DeliverOptions } from './deliveries';

const { deliver } = useDeliveries();

async function costOf(handle: WorkflowHandle): Promise<{ events: number; actions: number }> {
  await handle.result();
  const events = (await handle.fetchHistory()).events ?? [];
  return { events: events.length, actions: countBillableActions(events) };
}

const costOfOne = async (answer: DeliverOptions['answer']) => {
  const { run, start } = await deliver({ answer });
  return run(async () => costOf(await start()));
};

describe('the history of a delivery', () => {
  it('has twelve events when the queue delivers at the first attempt', async () => {
    expect(await costOfOne(() => accepting)).toEqual({ events: 12, actions: 3 });
  }, 60_000);

  it('has six events when its workflow task delivers, which begins with the second event for a quick receiver', async () => {
    const { run, start, startNext, untilAttempts, requests } = await deliver({
      answer: () => accepting,
      stillUntilAttempts: 2,
    });
    const cost = await run(async () => {
      await start();
      await untilAttempts(1);
      return costOf(await startNext(4));
    });
    expect(cost).toEqual({ events: 6, actions: 2 });
    expect(requests).toHaveLength(2);
  }, 60_000);

  it('has six events and three actions more if it fails, which shows that it does, however often it does', async () => {
    const few = await costOfOne((_, n) => (n <= 3 ? refusing : accepting));
    const all = await costOfOne(() => refusing);
    expect([few.actions, all.actions]).toEqual([9, 25]);
    // The time-skipping server adds a workflow task of three events after the signal's.
    for (const { events } of [few, all]) expect(events).toBeLessThanOrEqual(18 + 3);
  }, 60_000);

  it('has fourteen events when the workflow task’s attempt fails, and the queue makes the second one at its instant', async () => {
    const { run, start, startNext, untilAttempts, requests } = await deliver({
      answer: (_, n) => (n === 2 ? refusing : accepting),
      stillUntilAttempts: 2,
    });
    const cost = await run(async () => {
      await start();
      await untilAttempts(1);
      return costOf(await startNext(4));
    });
    expect(cost.events).toBe(14);
    // The first try on the queue reports the failure to the retry policy: one action more.
    expect(cost.actions).toBeLessThanOrEqual(6);
    const [, failed, second] = requests;
    expect(second!.atMs - failed!.atMs).toBeGreaterThanOrEqual(5_000);
    expect(requests).toHaveLength(3);
  }, 60_000);
});
