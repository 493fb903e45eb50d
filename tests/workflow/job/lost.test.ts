import { WorkflowFailedError } from '@temporalio/client';
import { sweep } from '../../../activities/sweeper/sweeper';
import type { Job } from '../../../shared/domain/job/job';
import { statusQuery } from '../../../shared/messages/job.messages';
import { simulated } from '../../support/builders';
import { invariantViolations, publishedStates } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

const waitingLong = { ...simulated({ Scenario: 'conversation_complete' }), Constraints: { MinCreationDelay: '50h' } };

describe('a job whose workflow was lost', () => {
  let world: TimeSkippingEnv;
  beforeAll(async () => {
    world = await createTimeSkippingEnv();
  }, 30_000);
  afterAll(() => world.close());

  const jobs = () => world.deps.mongo.db.collection<{ _id: string; [field: string]: unknown }>('jobs');
  const set = (jobId: string, fields: Record<string, unknown>) => jobs().updateOne({ _id: jobId }, { $set: fields });
  /** Makes the job overdue and runs the sweeper. */
  const sweepOverdue = async (jobId: string): Promise<void> => {
    await set(jobId, { DueMS: 1 });
    await sweep(world.deps);
  };
  const terminate = async (job: Job): Promise<void> => {
    // Between tasks: if a workflow ends during one, the time-skipping server never skips time again.
    await world.handle(job.ID).query(statusQuery);
    await world.handle(job.ID).terminate('lost in a test');
  };

  it('is started by the sweeper if its start was lost', async () => {
    const { ID } = await world.insert();
    await sweepOverdue(ID);
    expect(await world.end(ID)).toMatchObject({ State: 'completed' });
    expect(await invariantViolations(world.deps, ID)).toEqual([]);
  });

  it('continues from its document while it waits, and calls at the planned instant', async () => {
    const { ID } = await world.post({ Overrides: waitingLong });
    const planned = await world.reach(ID, (job) => job.State === 'scheduled');
    await terminate(planned);
    await sweepOverdue(ID);
    await until(
      async () => (await world.handle(ID).describe()).status.name,
      (name) => name === 'RUNNING',
    );
    await world.handle(ID).query(statusQuery);
    expect((await world.load(ID)).NextCallMS).toBe(planned.NextCallMS);
    expect(await world.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect((await publishedStates(world.deps.store, ID)).length).toBe(5);
  });

  it('keeps an operator’s instant', async () => {
    const { ID } = await world.post({ Overrides: waitingLong });
    await world.reach(ID, (job) => job.State === 'scheduled');
    const atMs = (await world.nowMs()) + 9 * 3_600_000;
    await world.workflows.rescheduleJob(ID, atMs);
    await terminate(await world.load(ID));
    await sweepOverdue(ID);
    await world.end(ID);
    expect((await world.deps.store.calls.listByJob(ID))[0]?.DialedMS).toBeGreaterThanOrEqual(atMs);
    expect((await world.deps.store.calls.listByJob(ID))[0]?.DialedMS).toBeLessThan(atMs + 5_000);
  });

  it('publishes a transition that was applied but not published', async () => {
    const { ID } = await world.post({ Overrides: waitingLong });
    const job = await world.reach(ID, ({ State }) => State === 'scheduled');
    await terminate(job);
    await world.deps.mongo.db
      .collection<{ _id: string }>('job_events')
      .deleteOne({ _id: `${ID}/state/${job.Sequence}` });
    await sweepOverdue(ID);
    await world.end(ID);
    expect(await invariantViolations(world.deps, ID)).toEqual([]);
  });

  it('fails with StaleJob if another writer changes its job, and starts again from the job’s current state', async () => {
    const { ID } = await world.post({ Overrides: waitingLong });
    const job = await world.reach(ID, ({ State }) => State === 'scheduled');
    await set(ID, { Sequence: job.Sequence + 5 });
    await world.workflows.wakeJob(job);
    const failure = await world
      .handle(ID)
      .result()
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(failure).toBeInstanceOf(WorkflowFailedError);
    expect(failure).toMatchObject({ cause: { type: 'StaleJob' } });
    await sweepOverdue(ID);
    expect(await world.end(ID)).toMatchObject({ State: 'completed' });
  });

  it('is not disturbed by a sweeper that wakes it too often', async () => {
    const { ID } = await world.post({ Overrides: waitingLong });
    const planned = await world.reach(ID, ({ State }) => State === 'scheduled');
    for (let look = 0; look < 3; look++) await sweepOverdue(ID);
    expect(await world.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect((await world.deps.store.calls.listByJob(ID))[0]?.DialedMS).toBeGreaterThanOrEqual(planned.NextCallMS ?? 0);
  });
});
