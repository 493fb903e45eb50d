import { sweep } from '../../../activities/sweeper/sweeper';
import { isRunning, type JobState } from '../../../shared/domain/job/state';
import { piiDeletionWorkflowId } from '../../../shared/messages/workflow-ids';
import { simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { until } from '../../support/until';

describe('a job whose workflow or worker was lost, on a real server', () => {
  let testEnv: InProcessEnv;
  beforeAll(async () => {
    testEnv = await createInProcessEnv();
  }, 60_000);
  afterAll(() => testEnv.close());

  const sweepOverdue = async (jobId: string): Promise<void> => {
    const jobs = testEnv.deps.mongo.db.collection<{ _id: string }>('jobs');
    await jobs.updateOne({ _id: jobId }, { $set: { DueMS: 1 } });
    await sweep(testEnv.deps);
  };
  const ended = (jobId: string) => testEnv.reach(jobId, (job) => !isRunning(job.State), 40_000);
  const quick = simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 2 });

  const places: [string, JobState, object][] = [
    ['before it began', 'created', {}],
    ['while it waits', 'scheduled', { Overrides: { ...quick, Constraints: { MinCreationDelay: '4s' } } }],
    ['while its call is carried', 'calling', { Overrides: quick }],
  ];
  it.each(places)(
    'terminated %s: the sweeper brings it back, and nothing rings twice',
    async (_when, state, fields) => {
      const { ID } = state === 'created' ? await testEnv.insert(fields) : await testEnv.post(fields);
      const job = await testEnv.reach(ID, ({ State }) => State === state);
      if (state !== 'created') await testEnv.handle(ID).terminate('lost in a test');
      await sweepOverdue(job.ID);
      expect(await ended(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
      expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
    },
    60_000,
  );

  it('terminated while its call is analyzed: the new run finishes the analysis first', async () => {
    const { analyzer } = testEnv.deps;
    let tries = 0;
    testEnv.deps.analyzer = {
      name: 'breaks once',
      isQuick: false,
      analyze: (request) => {
        tries += 1;
        if (tries === 1) return Promise.reject(new Error('The analysis broke off.'));
        return analyzer.analyze(request);
      },
    };
    const { ID } = await testEnv.post({ Overrides: quick });
    await until(
      () => tries,
      (count) => count === 1,
    );
    await testEnv.handle(ID).terminate('lost in a test');
    await sweepOverdue(ID);
    expect(await ended(ID)).toMatchObject({
      State: 'completed',
      Analysis: { CallSummary: expect.any(String) as string },
    });
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
    testEnv.deps.analyzer = analyzer;
  }, 60_000);

  it('terminated while it is erased: the sweeper starts the erasure again', async () => {
    const job = await testEnv.post({ Overrides: { Constraints: { MinCreationDelay: '10h' } } });
    await testEnv.reach(job.ID, ({ State }) => State === 'scheduled');
    await testEnv.deps.store.jobs.requestErasure(
      { orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID },
      Date.now(),
    );
    await sweepOverdue(job.ID);
    await testEnv.client.workflow
      .getHandle(piiDeletionWorkflowId(job.ID))
      .terminate('lost in a test')
      .catch(() => undefined);
    // A terminated workflow's activity still ends its step, which sets a due time: swept until it is over.
    const erased = await until(
      async () => {
        const seen = await testEnv.load(job.ID);
        if (seen.State !== 'deleted') await sweepOverdue(job.ID);
        return seen;
      },
      ({ State }) => State === 'deleted',
      20_000,
    );
    expect(erased).toMatchObject({ PhoneNumber: '' });
  }, 60_000);

  it('a worker that is lost during an analysis is detected within seconds', async () => {
    let tries = 0;
    let releaseDeadWorker = (): void => undefined;
    const dead = new Promise<void>((resolve) => (releaseDeadWorker = resolve));
    testEnv.deps.analyzer = { ...testEnv.deps.analyzer, isQuick: false };
    await testEnv.restart({
      replace: ({ analyzeCall }) => ({
        analyzeCall: async (at) => {
          tries += 1;
          // A dead worker: it never returns and sends no heartbeat.
          if (tries === 1) await dead;
          return analyzeCall(at);
        },
      }),
    });
    const { ID } = await testEnv.post({ Overrides: quick });
    expect(await ended(ID)).toMatchObject({ State: 'completed' });
    expect(tries).toBe(2);
    releaseDeadWorker();
  }, 60_000);
});
