import type { Activities } from '../../../activities';
import { orgId, simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createLatch } from '../../support/latch';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

/** Temporal gives up a call's activity when its heartbeats fail to arrive. Its worker may be alive and go on. */
describe('a call whose activity was given up', () => {
  let testEnv: TimeSkippingEnv;
  let attempts = 0;
  let goOn = createLatch();
  let isOver: Promise<unknown> = Promise.resolve();
  let beforeSecondAttempt = (): Promise<unknown> => Promise.resolve();
  let afterLoad: ((jobId: string) => Promise<unknown>) | undefined;

  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv({
      replace: (real: Activities) => ({
        placeCall: async (at: Parameters<Activities['placeCall']>[0]) => {
          if (++attempts > 1) {
            if (attempts === 2) await beforeSecondAttempt();
            return real.placeCall(at);
          }
          isOver = goOn.opened.then(() => real.placeCall(at));
          isOver.catch(() => undefined);
          throw new Error('The heartbeats did not arrive.');
        },
        loadJob: async (jobId: string) => {
          const view = await real.loadJob(jobId);
          await afterLoad?.(jobId);
          return view;
        },
      }),
    });
  }, 30_000);
  beforeEach(() => {
    attempts = 0;
    goOn = createLatch();
  });
  afterEach(() => {
    afterLoad = undefined;
    testEnv.deps.provider.pace = 'instant';
  });
  afterAll(() => testEnv.close(), 60_000);

  it('and is made right after its job was read does not fail the workflow', async () => {
    afterLoad = async (jobId) => {
      afterLoad = undefined;
      goOn.open();
      await isOver;
      await testEnv.reach(jobId, ({ State }) => State === 'analyzing');
    };
    const { ID } = await testEnv.post({ Overrides: simulated({ Scenario: 'conversation_complete' }) });
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });

  it('and is made after a refused one is waited for: its job does not call again during the conversation', async () => {
    const { store } = testEnv.deps;
    const CampaignID = await testEnv.campaign({});
    const key = { orgId, campaignId: CampaignID };
    beforeSecondAttempt = () => store.campaigns.setState(key, 'paused');
    testEnv.deps.provider.pace = 'live';
    const { ID } = await testEnv.post({
      CampaignID,
      Overrides: simulated({ Scenario: 'contact_hung_up', RingSeconds: 0, TalkSeconds: 600 }),
    });
    const isHeld = async () => {
      await testEnv.env.sleep('1s');
      const { NextCallMS = 0 } = await testEnv.load(ID);
      return NextCallMS > (await testEnv.nowMs()) + 600_000;
    };
    await until(isHeld, (held) => held);
    await store.campaigns.setState(key, 'active');
    goOn.open();
    const callOf = async () => (await store.calls.listByJob(ID))[0];
    const call = await until(callOf, (found) => found?.State === 'active');
    await expect(testEnv.workflows.rescheduleJob(ID, await testEnv.nowMs())).rejects.toThrow('not waiting');
    // The workflow waits for the end of the conversation.
    await until(
      async () => (await testEnv.handle(ID).describe()).raw.pendingActivities?.[0]?.activityType?.name,
      (name) => name === 'reconcileCall',
    );
    expect(await testEnv.load(ID)).toMatchObject({ State: 'calling', CallCount: 1 });
    await store.calls.requestStop(call!, await testEnv.nowMs());
    await isOver;
    testEnv.deps.provider.pace = 'instant';
    await testEnv.handle(ID).terminate('The rest is not of interest.');
  }, 60_000);

  it('before its record was claimed can be canceled', async () => {
    attempts = 1;
    beforeSecondAttempt = () => Promise.resolve();
    const { store } = testEnv.deps;
    const [calling, lost] = [createLatch(), createLatch()];
    const claim = jest.spyOn(store.calls, 'claim').mockImplementationOnce(async () => {
      calling.open();
      await lost.opened;
      throw new Error('The worker is lost before its claim.');
    });
    const looked = jest.spyOn(store.calls, 'find');
    const job = await testEnv.post({ Overrides: simulated({ Scenario: 'conversation_complete' }) });
    await calling.opened;
    looked.mockClear();
    await store.jobs.requestCancel({ orgId, campaignId: job.CampaignID, jobId: job.ID }, await testEnv.nowMs());
    await testEnv.workflows.wakeJob(job);
    await until(
      () => Promise.resolve(looked.mock.calls.length),
      (looks) => looks > 0,
    );
    lost.open();
    expect(await testEnv.end(job.ID)).toMatchObject({ State: 'canceled', CallCount: 1 });
    expect(await invariantViolations(testEnv.deps, job.ID)).toEqual([]);
    claim.mockRestore();
    looked.mockRestore();
  }, 60_000);
});
