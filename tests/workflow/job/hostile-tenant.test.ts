import type { CallRecord } from '../../../shared/domain/call/call-record';
import { simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

const nested = (depth: number): object =>
  depth === 0 ? { type: 'string', minLength: 1_000 } : { type: 'array', minItems: 1_000, items: nested(depth - 1) };

describe('a hostile organization', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    testEnv.deps.provider.pace = 'live';
  }, 30_000);
  afterAll(() => testEnv.close());

  const firstCall = async (jobId: string): Promise<CallRecord | undefined> =>
    (await testEnv.deps.store.calls.listByJob(jobId))[0];

  it('neither ends nor stalls the calls of another organization in the same worker', async () => {
    // Settings that were stored before the API refused them.
    const CampaignID = await testEnv.campaign({
      AnalysisSchema: { type: 'object', required: ['a'], properties: { a: nested(20) } },
      Agent: { Greeting: '{{Data.a}}'.repeat(6_400), Lines: Array.from({ length: 10_000 }, () => '{{Data.a}}') },
    });
    const hostileOne = {
      OrgID: 'org_hostile',
      CampaignID,
      Data: { a: 'word '.repeat(13_000) },
      Overrides: simulated({ Scenario: 'contact_hung_up', RingSeconds: 0, TalkSeconds: 1 }),
    };
    const talk = simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 3 });
    const victim = await testEnv.post({ OrgID: 'org_victim', Overrides: talk });
    const hostile = await Promise.all([false, true].map((TestJob) => testEnv.post({ ...hostileOne, TestJob })));
    for (const { ID } of hostile) {
      const call = await until(
        () => firstCall(ID),
        (record) => record?.Analysis !== undefined,
        15_000,
      );
      expect(call?.Analysis?.Data).toEqual({ a: null });
      expect(Math.max(...(call?.Messages ?? []).map(({ content }) => content?.length ?? 0))).toBeLessThanOrEqual(4_000);
    }
    expect(await testEnv.end(victim.ID)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect(await firstCall(victim.ID)).toMatchObject({ State: 'ended', EndedReason: 'assistant_hung_up' });
    expect(await invariantViolations(testEnv.deps, victim.ID)).toEqual([]);
  });
});
