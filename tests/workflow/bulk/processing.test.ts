import type { BulkAction, BulkActionKind } from '../../../shared/domain/bulk/bulk-action';
import type { Job } from '../../../shared/domain/job/job';
import { bulkActionWorkflowId } from '../../../shared/messages/workflow-ids';
import { aJob } from '../../support/builders';
import { storeBulkAction } from '../../support/bulk-actions';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

/** Two batches, or one of erasures. */
const count = 130;
const far = { Constraints: { MinCreationDelay: '1000h' } };

/** Stands for the end of a process: what it did stays, and nothing of what would follow happens. */
class LostError extends Error {
  override name = 'LostError';
}

describe('the processing of a bulk action', () => {
  let testEnv: TimeSkippingEnv;
  /** The jobs that were rescheduled, with the seed of each request. */
  const rescheduled = new Map<string, Set<string | undefined>>();
  let restores: (() => void)[] = [];
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    const nothing = () => Promise.resolve();
    // Other tests cover the jobs themselves.
    testEnv.deps.workflows = {
      ...testEnv.workflows,
      startJob: nothing,
      wakeJob: nothing,
      startErasure: nothing,
      rescheduleJob: (jobId, callAtMs, seed) => {
        rescheduled.set(jobId, (rescheduled.get(jobId) ?? new Set()).add(seed));
        return Promise.resolve({ state: 'scheduled', nextCallMs: callAtMs });
      },
    };
    const { isUnavailable } = testEnv.deps.store;
    testEnv.deps.store.isUnavailable = (error) => error instanceof LostError || isUnavailable(error);
  }, 30_000);
  afterAll(() => testEnv.close());
  afterEach(() => {
    for (const restore of restores) restore();
    restores = [];
  });

  /** Loses the worker right after some calls of a method, by their numbers. @returns how often it has taken effect */
  function loseAfter<Name extends string>(
    target: { [name in Name]: (...given: never[]) => Promise<unknown> },
    name: Name,
    lost: readonly number[],
  ): { effects: () => number } {
    const real = target[name];
    let [made, effects] = [0, 0];
    target[name] = async (...given) => {
      const number = ++made;
      const result = await real(...given);
      if (result !== undefined) effects++;
      if (lost.includes(number)) throw new LostError(`The worker was lost after ${name} ${number}.`);
      return result;
    };
    restores.push(() => {
      target[name] = real;
    });
    return { effects: () => effects };
  }

  const insertAll = async (CampaignID: string, fields: Partial<Job>): Promise<Job[]> => {
    const CreatedMS = await testEnv.nowMs();
    const jobs = Array.from({ length: count }, () =>
      aJob({ CreatedMS, CampaignID, Sequence: 2, Overrides: far, ...fields }),
    );
    await testEnv.deps.store.jobs.insertMissing(jobs);
    return jobs;
  };
  async function run(action: BulkAction): Promise<unknown> {
    await testEnv.workflows.startBulkAction(action);
    return testEnv.env.client.workflow.getHandle(bulkActionWorkflowId(action.ID)).result();
  }
  const countIn = (collection: string, filter: object): Promise<number> =>
    testEnv.deps.mongo.db.collection(collection).countDocuments(filter);

  const states = {
    cancel: 'scheduled',
    reschedule: 'scheduled',
    update: 'scheduled',
    erase: 'completed',
    redial: 'failed',
    analyze: 'completed',
  } as const;
  const parameters: Partial<Record<BulkActionKind, (nowMs: number) => Partial<BulkAction>>> = {
    reschedule: (nowMs) => ({ CallAtMS: nowMs + 3_600_000 }),
    update: () => ({ Parameters: { Data: { Plan: 'gold' } }, Fields: ['Data'] }),
  };
  /** Loses the worker at the step that changes a job. */
  const loseChange: Record<BulkActionKind, () => { effects: () => number }> = {
    cancel: () => loseAfter(testEnv.deps.store.jobs, 'requestCancel', [7, 60, 125]),
    update: () => loseAfter(testEnv.deps.store.jobs, 'update', [7, 60, 125]),
    erase: () => loseAfter(testEnv.deps.store.jobs, 'requestErasure', [7, 60, 125]),
    reschedule: () => loseAfter(testEnv.deps.workflows, 'rescheduleJob', [7, 60, 125]),
    redial: () => loseAfter(testEnv.deps.store.jobs, 'insertMissing', [1, 3]),
    analyze: () => loseAfter(testEnv.deps.store.jobAnalyses, 'request', [7, 60, 125]),
  };

  it.each(Object.keys(states) as BulkActionKind[])(
    'of kind %s changes each job once and counts it once, although the worker is lost at every step',
    async (Action) => {
      const CampaignID = await testEnv.campaign({ AnalysisSchema: { properties: { Confirmed: {} } } });
      const called = Action === 'analyze' ? { CallCount: 1 } : {};
      const jobs = await insertAll(CampaignID, { State: states[Action], ...called });
      const CreatedMS = await testEnv.nowMs();
      const action = await storeBulkAction(testEnv.deps, {
        ...{ CampaignID, Action, CreatedMS, Matched: count },
        ...parameters[Action]?.(CreatedMS),
      });
      const { bulkActions, auditLog } = testEnv.deps.store;
      loseAfter(bulkActions, 'beginBatch', [1]);
      loseAfter(auditLog, 'record', [3, 90]);
      const change = loseChange[Action]();
      loseAfter(bulkActions, 'endBatch', [1]);
      expect(await run(action)).toBe('completed');
      expect(await bulkActions.load(action.ID)).toMatchObject({ Changed: count, Skipped: {}, Failed: 0 });
      expect(await countIn('audit_log', { BulkActionID: action.ID })).toBe(count);
      const written: Record<BulkActionKind, () => Promise<number> | number> = {
        cancel: () => countIn('jobs', { CampaignID, CancelRequestedMS: { $exists: true } }),
        erase: () => countIn('jobs', { CampaignID, DeletionRequestedMS: { $exists: true } }),
        // A second write of the same update would undo what a client has changed since.
        update: () => change.effects(),
        reschedule: () => jobs.filter(({ ID }) => [...(rescheduled.get(ID) ?? [])].join() === action.ID).length,
        redial: () => countIn('jobs', { BulkActionID: action.ID }),
        analyze: () => countIn('jobs', { CampaignID, 'AnalysisRequest.Attempts': 0 }),
      };
      expect(await written[Action]()).toBe(count);
      if (Action !== 'redial') return;
      const made = await testEnv.deps.mongo.db.collection('jobs').distinct('RedialOf', { BulkActionID: action.ID });
      expect(made.sort()).toEqual(jobs.map(({ ID }) => ID).sort());
      // Or a list by the time of the update could not be paged by that time alone.
      const instants = await testEnv.deps.mongo.db
        .collection('jobs')
        .distinct('UpdatedMS', { BulkActionID: action.ID });
      expect(instants.length).toBeGreaterThanOrEqual(Math.min(count, 100));
    },
    60_000,
  );

  it('counts a job that does not open as failed, names it, and goes on', async () => {
    const CampaignID = await testEnv.campaign();
    const [broken] = await insertAll(CampaignID, { State: 'scheduled' });
    const jobs = testEnv.deps.mongo.db.collection<{ _id: string }>('jobs');
    await jobs.updateOne({ _id: broken!.ID }, { $set: { DataKey: 'broken' } });
    const action = await storeBulkAction(testEnv.deps, {
      ...{ CampaignID, Action: 'update', CreatedMS: await testEnv.nowMs() },
      ...{ Parameters: { Data: {} }, Fields: ['Data'] },
    });
    expect(await run(action)).toBe('completed');
    const ended = await testEnv.deps.store.bulkActions.load(action.ID);
    expect(ended).toMatchObject({ Changed: count - 1, Failed: 1, FailedJobIDs: [broken!.ID] });
  }, 60_000);

  it('counts a redial whose old job is erased before a lost worker could count it, and makes no other', async () => {
    const CampaignID = await testEnv.campaign();
    // In the first batch: ids of the same millisecond have no order of their own.
    const [old] = (await insertAll(CampaignID, { State: 'failed' })).sort((a, b) => (a.ID < b.ID ? -1 : 1));
    const CreatedMS = await testEnv.nowMs();
    const action = await storeBulkAction(testEnv.deps, { CampaignID, Action: 'redial', CreatedMS });
    const { bulkActions, jobs } = testEnv.deps.store;
    const { endBatch } = bulkActions;
    bulkActions.endBatch = async () => {
      bulkActions.endBatch = endBatch;
      await jobs.requestErasure({ orgId: old!.OrgID, campaignId: CampaignID, jobId: old!.ID }, CreatedMS);
      throw new LostError('The worker was lost before it counted.');
    };
    expect(await run(action)).toBe('completed');
    expect(await bulkActions.load(action.ID)).toMatchObject({ Changed: count, Skipped: {} });
    expect(await countIn('jobs', { BulkActionID: action.ID })).toBe(count);
  }, 60_000);

  it('pauses between many erasures', async () => {
    const CampaignID = await testEnv.campaign();
    for (let n = 0; n < 2; n++) await insertAll(CampaignID, { State: 'completed' });
    const began = await testEnv.nowMs();
    const action = await storeBulkAction(testEnv.deps, { CampaignID, Action: 'erase', CreatedMS: began });
    expect(await run(action)).toBe('completed');
    expect(await testEnv.deps.store.bulkActions.load(action.ID)).toMatchObject({ Changed: 2 * count, Batches: 2 });
    expect((await testEnv.nowMs()) - began).toBeGreaterThanOrEqual(10_000);
  }, 60_000);
});
