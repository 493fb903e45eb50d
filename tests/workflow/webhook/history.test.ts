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

  it('has as many events after three failures, and after twenty', async () => {
    expect(await costOfOne((_, n) => (n <= 3 ? refusing : accepting))).toEqual({ events: 12, actions: 6 });
    expect(await costOfOne(() => refusing)).toEqual({ events: 12, actions: 22 });
  }, 60_000);

  it('has twelve events when the workflow task’s attempt fails, and the queue makes the second one at its instant', async () => {
    const { run, start, startNext, untilAttempts, requests } = await deliver({
      answer: (_, n) => (n === 2 ? refusing : accepting),
      stillUntilAttempts: 2,
    });
    const cost = await run(async () => {
      await start();
      await untilAttempts(1);
      return costOf(await startNext(4));
    });
    expect(cost.events).toBe(12);
    // At first, the activity usually finds that the second attempt is not due: one action more.
    expect(cost.actions).toBeLessThanOrEqual(4);
    const [, failed, second] = requests;
    expect(second!.atMs - failed!.atMs).toBeGreaterThanOrEqual(5_000);
    expect(requests).toHaveLength(3);
  }, 60_000);
});
