import { runSweeper, sweep } from '../../../activities/sweeper/sweeper';
import { keptPeriods } from '../../../shared/domain/kept-periods';
import { eventOfCall } from '../../../shared/domain/webhook/event';
import type { Job } from '../../../shared/domain/job/job';
import { aCampaign, aJob, orgId } from '../../support/builders';
import { storeBulkAction } from '../../support/bulk-actions';
import { until } from '../../support/until';
import { createTestDeps, type TestDeps } from '../../support/worker';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const { workflows, asked } = createWorkflowClientDouble();
let nowMs = 0;
let deps: TestDeps;
beforeEach(async () => {
  [nowMs, asked.length] = [Date.now(), 0];
  deps = await createTestDeps({
    clock: { nowMs: () => nowMs },
    histories: {
      isRunning: () => Promise.resolve(false),
      isPlacingCall: () => Promise.resolve(false),
      erase: () => Promise.resolve({ readable: 0, running: 0 }),
    },
    workflows,
  });
});
afterEach(() => deps.close());

const idsOf = async (collection: string): Promise<string[]> =>
  (await deps.mongo.db.collection<{ _id: string }>(collection).find().toArray()).map(({ _id }) => _id);

describe('what only grows in number', () => {
  const openDelivery = async (jobId: string, atMs: number): Promise<string> => {
    const event = { jobId, sequence: 2, orgId, campaignId: 'campaign_1', state: 'completed' as const };
    await deps.store.deliveries.open('webhook_1', { ...event, eventTimeMs: atMs, testJob: false }, atMs);
    return deps.store.deliveries.idOf({ webhookId: 'webhook_1', jobId, sequence: 2 });
  };

  it('is deleted when its period is over: ended deliveries, events, bulk actions, and counts of requests', async () => {
    const { deliveries, events, rateCounts } = deps.store;
    const oldMs = nowMs - keptPeriods.deliveriesMs;
    const [ended, pending, young] = [
      await openDelivery('job_1', oldMs),
      await openDelivery('job_2', oldMs),
      await openDelivery('job_3', oldMs + dayMs),
    ];
    for (const id of [ended, young])
      await deliveries.recordAttempt(
        (await deliveries.find(id))!,
        { Number: 1, AtMS: oldMs, DurationMS: 1 },
        { State: 'delivered', NextAttemptMS: undefined },
      );
    const call = { JobID: 'job_1', OrgID: orgId, CampaignID: 'campaign_1', Attempt: 1 };
    await events.record(eventOfCall({ ...call, ID: 'old' }, 'call_started', nowMs - keptPeriods.jobEventsMs));
    await events.record(eventOfCall({ ...call, ID: 'young' }, 'call_started', nowMs - keptPeriods.jobEventsMs + 1));
    await rateCounts.add('key/1', 1, 1);
    const fields = { CampaignID: 'campaign_1', Action: 'cancel', State: 'completed', CreatedMS: 1 } as const;
    const bulkEndMs = nowMs - keptPeriods.bulkActionsMs;
    await storeBulkAction(deps, { ...fields, ID: 'bulk_old', EndedMS: bulkEndMs });
    await storeBulkAction(deps, { ...fields, ID: 'bulk_young', EndedMS: bulkEndMs + 1 });
    await sweep(deps);
    expect((await idsOf('webhook_deliveries')).sort()).toEqual([pending, young].sort());
    expect(await idsOf('job_events')).toEqual(['young/call_started/1']);
    expect(await idsOf('bulk_actions')).toEqual(['bulk_young']);
    expect(await idsOf('rate_counts')).toEqual(['key/1']);
    // Counts begin by the real clock, which has gone on.
    nowMs += dayMs + 600_000;
    await sweep(deps);
    expect(await idsOf('rate_counts')).toEqual([]);
  });

  it('keeps the attempts to a number for as long as one of them counts', async () => {
    const number = { orgId, campaignId: 'campaign_1', phoneNumber: '+14155550123' };
    const limit = { origin: 'policy', count: 1, durationMs: hourMs } as const;
    const reserve = (callId: string) =>
      deps.store.numberAttempts.reserve({ ...number, callId, atMs: nowMs }, [limit], { force: false });
    expect(await reserve('call_1')).toBeDefined();
    nowMs += hourMs - 1;
    await sweep(deps);
    expect(await reserve('call_2')).toBeUndefined();
    nowMs += 600_001;
    await sweep(deps);
    expect(await idsOf('number_attempts')).toEqual([]);
    expect(await reserve('call_3')).toBeDefined();
  });

  it('includes an erased job, with all that belonged to it and nothing of another', async () => {
    const PurgeMS = nowMs + keptPeriods.erasedJobsMs;
    const erased = aJob({ CreatedMS: nowMs, State: 'deleted', PurgeMS, DueMS: undefined });
    const other = aJob({ CreatedMS: nowMs, State: 'completed', DueMS: undefined });
    for (const job of [erased, other]) {
      await deps.store.jobs.insert(job);
      await deps.store.calls.claim({
        ID: `call_${job.ID}`,
        JobID: job.ID,
        OrgID: orgId,
        CampaignID: job.CampaignID,
        Attempt: 1,
        State: 'active',
        CreatedMS: nowMs,
      });
    }
    nowMs = PurgeMS - 1;
    await sweep(deps);
    expect(await idsOf('jobs')).toHaveLength(2);
    nowMs = PurgeMS;
    await sweep(deps);
    expect(await idsOf('jobs')).toEqual([other.ID]);
    expect(await idsOf('calls')).toEqual([`call_${other.ID}`]);
  });

  it('is deleted by one process at a time, and by another one when that is lost', async () => {
    const deleteBatch = jest.spyOn(deps.store.purge, 'deleteBatch');
    const stop = new AbortController();
    await deps.store.leases.take('purge', nowMs, nowMs + 60_000);
    const sweeping = [1, 2, 3].map(() => runSweeper(deps, 10, stop.signal));
    const takes = jest.spyOn(deps.store.leases, 'take');
    await until(
      () => takes.mock.calls.length,
      (count) => count >= 6,
    );
    expect(deleteBatch).not.toHaveBeenCalled();
    nowMs += 60_000;
    await until(
      () => deleteBatch.mock.calls.length,
      (count) => count > 0,
    );
    stop.abort();
    await Promise.all(sweeping);
    expect(deleteBatch).toHaveBeenCalledTimes(1);
  });
});

describe('a campaign with a retention', () => {
  const campaign = async (ID: string, RetentionDays?: number): Promise<void> => {
    const Config = aCampaign(RetentionDays === undefined ? {} : { RetentionDays });
    await deps.store.campaigns.insert({ ID, OrgID: orgId, Version: 1, Config, CreatedMS: nowMs, UpdatedMS: nowMs });
  };
  const ended = async (CampaignID: string, EndedMS: number): Promise<Job> => {
    const job = aJob({ CreatedMS: nowMs, CampaignID, State: 'completed', EndedMS, DueMS: undefined });
    await deps.store.jobs.insert(job);
    return job;
  };
  const change = async (ID: string, RetentionDays: number | undefined): Promise<void> => {
    const current = (await deps.store.campaigns.find(orgId, ID))!;
    await deps.store.campaigns.change(current, aCampaign(RetentionDays === undefined ? {} : { RetentionDays }), nowMs);
  };
  const erased = (): string[] =>
    asked.filter(({ what }) => what === 'startErasure').map(({ args }) => (args[0] as Job).ID);
  const reads = () => jest.spyOn(deps.store.jobTransitions, 'findEnded');

  it('is looked at hourly, and at once after a change', async () => {
    await campaign('campaign_1', 2);
    const job = await ended('campaign_1', nowMs - 2 * dayMs + 30 * 60_000);
    const findEnded = reads();
    for (let round = 0; round < 5; round++) await sweep(deps);
    expect([erased(), findEnded.mock.calls.length]).toEqual([[], 1]);
    nowMs += hourMs;
    await sweep(deps);
    expect(erased()).toEqual([job.ID]);
    const younger = await ended('campaign_1', nowMs - dayMs - 1);
    await change('campaign_1', 1);
    asked.length = 0;
    await sweep(deps);
    expect(erased()).toContain(younger.ID);
  });

  it('is not looked at any more once the retention was removed, or if it never had one', async () => {
    await campaign('campaign_1', 1);
    await campaign('campaign_2');
    for (const id of ['campaign_1', 'campaign_2']) await ended(id, 1);
    await change('campaign_1', undefined);
    const findEnded = reads();
    await sweep(deps);
    expect([erased(), findEnded.mock.calls.length]).toEqual([[], 0]);
  });

  it('takes turns with the others: ten seconds pass between two batches of a large one', async () => {
    await campaign('campaign_1', 1);
    const first = await ended('campaign_1', 1);
    const jobs = deps.mongo.db.collection<{ _id: string }>('jobs');
    const copy = (await jobs.findOne({ _id: first.ID }))!;
    await jobs.insertMany(Array.from({ length: 250 }, (_, n) => ({ ...copy, _id: `${first.ID}_${n}` })));
    await sweep(deps);
    expect(erased()).toHaveLength(200);
    await campaign('campaign_2', 1);
    const other = await ended('campaign_2', 1);
    await sweep(deps);
    expect(erased().slice(200)).toEqual([other.ID]);
    nowMs += 10_000;
    await sweep(deps);
    expect(new Set(erased()).size).toBe(252);
  });
});
