import { callId } from '../../../shared/domain/call/call-record';
import { simulated } from '../../support/builders';
import { invariantViolations, ringsByAttempt } from '../../support/invariants';
import { jobsToOneNumber } from '../../support/sizes';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

const hourMs = 3_600_000;

/** The largest number of starts in any span `(t - spanMs, t]`. */
const busiestSpan = (startsMs: readonly number[], spanMs: number): number =>
  Math.max(...startsMs.map((endMs) => startsMs.filter((ms) => ms > endMs - spanMs && ms <= endMs).length));

describe('a limit on attempts to one number', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
  }, 30_000);
  afterAll(() => testEnv.close());

  const ringsOf = async (ids: readonly string[]): Promise<number> => {
    const rings = await ringsByAttempt(testEnv.deps.mongo);
    return [...rings].filter(([attempt]) => ids.some((id) => attempt.includes(id.replace('job_', '')))).length;
  };

  it('lets exactly two of many concurrent jobs ring, and makes the others wait', async () => {
    const CampaignID = await testEnv.campaign({ MaxAttemptsPerNumber: { Count: 2, Duration: '24h' } });
    const PhoneNumber = '+14155550142';
    const jobs = await Promise.all(
      Array.from({ length: jobsToOneNumber }, () => testEnv.insert({ CampaignID, PhoneNumber })),
    );
    const ids = jobs.map((job) => job.ID);
    await Promise.all(jobs.map((job) => testEnv.workflows.startJob(job)));
    const load = () => Promise.all(ids.map((id) => testEnv.load(id)));
    const settled = await until(
      load,
      (all) =>
        all.every(
          ({ State, NextCallMS = 0, CreatedMS }) =>
            State === 'completed' || (State === 'scheduled' && NextCallMS > CreatedMS + 23 * hourMs),
        ),
      60_000,
    );
    expect(settled.filter((job) => job.State === 'completed')).toHaveLength(2);
    expect(await ringsOf(ids)).toBe(2);
    const first = Math.min(...settled.map((job) => job.CreatedMS));
    for (const job of settled.filter(({ State }) => State === 'scheduled')) {
      expect(job.NextCallMS).toBeGreaterThan(first + 24 * hourMs);
      // A busy worker may prepare a call for which the limit leaves no room when it is due: it is not dialed.
      expect(job.Metrics.TotalCallAttempts).toBe(0);
      expect(await invariantViolations(testEnv.deps, job.ID)).toEqual([]);
    }
  }, 90_000);

  it('neither blocks a job whose worker died before it dialed, nor lets another job use its reservation', async () => {
    const CampaignID = await testEnv.campaign({ MaxAttemptsPerNumber: { Count: 1, Duration: '24h' } });
    const PhoneNumber = '+14155550144';
    const [crashed, other] = [
      await testEnv.insert({ CampaignID, PhoneNumber }),
      await testEnv.insert({ CampaignID, PhoneNumber }),
    ];
    await testEnv.deps.store.numberAttempts.reserve(
      {
        orgId: crashed.OrgID,
        campaignId: CampaignID,
        phoneNumber: PhoneNumber,
        callId: callId(crashed.ID, 1),
        atMs: await testEnv.nowMs(),
      },
      [{ origin: 'campaign', count: 1, durationMs: 24 * hourMs }],
      { force: false },
    );
    await testEnv.workflows.startJob(other);
    const waits = await testEnv.reach(other.ID, ({ State }) => State === 'scheduled');
    expect(waits.NextCallMS).toBeGreaterThan(waits.CreatedMS + 23 * hourMs);
    await testEnv.workflows.startJob(crashed);
    expect(await testEnv.reach(crashed.ID, ({ State }) => State === 'completed')).toMatchObject({ CallCount: 1 });
    expect(await ringsOf([crashed.ID, other.ID])).toBe(1);
  }, 30_000);

  it('is never exceeded while twelve jobs wait for it for hours, and every job is called eventually', async () => {
    const CampaignID = await testEnv.campaign({
      MaxAttemptsPerNumber: { Count: 2, Duration: '1h' },
      RetryRules: { contact_busy: { Then: 'retry', Delays: ['10m'] } },
    });
    const PhoneNumber = '+14155550143';
    const jobs = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        testEnv.insert({
          CampaignID,
          PhoneNumber,
          Overrides: simulated(
            { Scenario: index % 3 === 0 ? 'contact_busy' : 'conversation_complete' },
            { Constraints: { MaxTotalCalls: 2 } },
          ),
        }),
      ),
    );
    await Promise.all(jobs.map((job) => testEnv.workflows.startJob(job)));
    for (const job of jobs) expect((await testEnv.end(job.ID)).CallCount).toBeGreaterThan(0);
    const records = (await Promise.all(jobs.map((job) => testEnv.deps.store.calls.listByJob(job.ID)))).flat();
    // What a busy worker prepared and did not dial is no attempt.
    const calls = records.filter((call) => call.PostponedUntilMS === undefined);
    expect(calls).toHaveLength(8 + 4 * 2);
    expect(
      busiestSpan(
        calls.map((call) => call.DialedMS ?? 0),
        hourMs,
      ),
    ).toBe(2);
  }, 90_000);
});
