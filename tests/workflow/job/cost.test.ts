import { temporal } from '@temporalio/proto';
import type { CommandStartedEvent } from 'mongodb';
import type { Job } from '../../../shared/domain/job/job';
import { countBillableActions } from '../../support/billable-actions';
import { simulated } from '../../support/builders';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

/** What a job costs. */
interface Cost {
  /** Events in the history of its workflow. */
  events: number;
  /** Billed actions of its workflow, without heartbeats. */
  actions: number;
  /** Writes to the database, without those of messages: what is said at once takes one, or a few. */
  writes: number;
}

const writingCommands = new Set(['insert', 'update', 'delete', 'findAndModify']);

/**
 * What a job costs in Temporal and MongoDB, by scenario. A change that makes one of them dearer fails here; docs/cost.md
 * shows the same numbers. Deliveries are counted in tests/workflow/webhook/history.test.ts, the writes of a long call in
 * tests/unit/activities/call/call-writes.test.ts.
 */
describe('the cost of a job', () => {
  let testEnv: TimeSkippingEnv;
  let writes = 0;
  let messageWrites = 0;
  const count = ({ commandName, command }: CommandStartedEvent): void => {
    if (!writingCommands.has(commandName)) return;
    if (command[commandName] === 'call_messages') messageWrites++;
    else writes++;
  };
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    await testEnv.end((await testEnv.post()).ID);
    testEnv.deps.mongo.db.client.on('commandStarted', count);
  }, 30_000);
  beforeEach(() => {
    writes = 0;
    messageWrites = 0;
  });
  afterAll(() => testEnv.close());

  const historyOf = (jobId: string) => testEnv.handle(jobId).fetchHistory();
  const costOf = async (jobId: string): Promise<Cost> => {
    const events = (await historyOf(jobId)).events ?? [];
    return { events: events.length, actions: countBillableActions(events), writes };
  };
  const bytesOf = async (jobId: string): Promise<number> =>
    temporal.api.history.v1.History.encode(await historyOf(jobId)).finish().length;
  const tomorrow = { MinCreationDelay: '24h' };
  const waiting = { Overrides: simulated({ Scenario: 'conversation_complete' }, { Constraints: tomorrow }) };

  it('is one event while it waits for its first call', async () => {
    const { ID } = await testEnv.post(waiting);
    expect(await costOf(ID)).toEqual({ events: 1, actions: 1, writes: 3 });
    expect(await bytesOf(ID)).toBeLessThan(1_000);
    // Later tests skip the day.
    await testEnv.handle(ID).terminate();
  });

  it.each<[scenario: string, Partial<Job>, Cost, bytes: number]>([
    ['one call', {}, { events: 14, actions: 5, writes: 22 }, 4_000],
    ['one call after a day', waiting, { events: 14, actions: 5, writes: 22 }, 4_000],
    [
      'three calls that are not answered',
      { Overrides: simulated({ Scenario: 'contact_did_not_answer' }) },
      { events: 42, actions: 15, writes: 54 },
      10_000,
    ],
  ])('with %s is small', async (_scenario, fields, expected, bytes) => {
    const { ID } = await testEnv.post(fields);
    await testEnv.end(ID);
    expect(await costOf(ID)).toEqual(expected);
    expect(await bytesOf(ID)).toBeLessThan(bytes);
    expect(messageWrites).toBeLessThanOrEqual(7);
  });

  it('is small if it is canceled while it waits', async () => {
    const { ID, OrgID, CampaignID } = await testEnv.post(waiting);
    const key = { orgId: OrgID, campaignId: CampaignID, jobId: ID };
    await testEnv.deps.store.jobs.requestCancel(key, await testEnv.nowMs());
    await testEnv.workflows.wakeJob({ ID, OrgID, CampaignID });
    expect((await testEnv.end(ID)).State).toBe('canceled');
    expect(await costOf(ID)).toEqual({ events: 9, actions: 4, writes: 6 });
  });

  it('is small if it is rescheduled while it waits', async () => {
    const { ID } = await testEnv.post(waiting);
    await testEnv.workflows.rescheduleJob(ID, (await testEnv.nowMs()) + 3_600_000);
    await testEnv.end(ID);
    expect(await costOf(ID)).toEqual({ events: 24, actions: 9, writes: 23 });
  });
});
