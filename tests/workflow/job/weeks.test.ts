import { DateTime } from 'luxon';
import { retryDelayMs } from '../../../shared/domain/retry/retry-rules';
import type { Constraints } from '../../../shared/domain/schedule/constraints';
import { simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const zone = 'Europe/Helsinki';
const minute = 60_000;
const hour = 60 * minute;
/** A call is never early. Skipped time also passes while a slow machine works; the next delay or window is at least that far away. */
const late = 10 * minute;

/** The next instant after `fromMs` at which the zone's offset changes to more (spring) or to less (autumn). */
function nextChange(fromMs: number, to: 'more' | 'less'): number {
  const offsetAt = (ms: number) => DateTime.fromMillis(ms, { zone }).offset;
  for (let ms = Math.ceil(fromMs / hour) * hour + 24 * hour; ; ms += hour) {
    const change = offsetAt(ms) - offsetAt(ms - 1);
    if (to === 'more' ? change > 0 : change < 0) return ms;
  }
}

describe('weeks of attempts', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
  }, 30_000);
  afterAll(() => testEnv.close());

  const attemptsOf = async (jobId: string) => testEnv.deps.store.calls.listByJob(jobId);
  const retrying = (Constraints: Constraints) => ({
    ...simulated({ Scenario: 'contact_did_not_answer', RingSeconds: 5 }),
    Constraints,
  });
  const expectNear = (actualMs: number | undefined, expectedMs: number) => {
    expect(new Date(actualMs ?? 0).getTime() - expectedMs).toBeGreaterThanOrEqual(0);
    expect(new Date(actualMs ?? 0).getTime() - expectedMs).toBeLessThan(late);
  };

  it('waits between calls as the outcome requires, each delay in order, and repeats the last one', async () => {
    const { ID } = await testEnv.post({ Overrides: retrying({ MaxTotalCalls: 6 }) });
    expect(await testEnv.end(ID)).toMatchObject({
      State: 'failed',
      FailureReason: 'max_attempts_exceeded',
      CallCount: 6,
    });
    const calls = await attemptsOf(ID);
    const delays = [15 * minute, hour, 4 * hour, 24 * hour, 24 * hour];
    expect(retryDelayMs(['15m', '1h'], 9)).toBe(hour);
    delays.forEach((delayMs, index) => expectNear(calls[index + 1]?.DialedMS, (calls[index]?.EndedMS ?? 0) + delayMs));
  }, 20_000);

  it('calls only on weekdays within the window, and at its beginning after a weekend', async () => {
    const Overrides = retrying({
      TimeZone: zone,
      TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '10:00' }], Weekdays: ['Mo', 'Tu', 'We', 'Th', 'Fr'] }],
      MaxTotalCalls: 12,
    });
    const CampaignID = await testEnv.campaign({
      RetryRules: { contact_did_not_answer: { Then: 'retry', Delays: ['23h'] } },
    });
    const { ID } = await testEnv.post({ CampaignID, Overrides });
    expect(await testEnv.end(ID)).toMatchObject({ State: 'failed', CallCount: 12 });
    const local = (await attemptsOf(ID)).map((call) => DateTime.fromMillis(call.DialedMS ?? 0, { zone }));
    expect(local.every((at) => at.weekday <= 5 && at.hour === 9)).toBe(true);
    const mondays = local.filter((at, index) => index > 0 && at.weekday === 1);
    expect(mondays.length).toBeGreaterThanOrEqual(2);
    expect(mondays.every((at) => at.minute < late / minute)).toBe(true);
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  }, 30_000);

  it('has no window in the hour that spring skips, so it calls the next day', async () => {
    const change = nextChange(await testEnv.nowMs(), 'more');
    const now = await testEnv.nowMs();
    const Overrides = retrying({
      MinCreationDelay: `${Math.round((change - 2 * hour - now) / 1000)}s`,
      TimeZone: zone,
      TimeRules: [{ TimeRanges: [{ Start: '03:15', End: '03:45' }] }],
      MaxTotalCalls: 1,
    });
    const { ID } = await testEnv.post({ CreatedMS: now, Overrides });
    await testEnv.end(ID);
    // 03:15 summer time of the next day.
    expectNear((await attemptsOf(ID))[0]?.DialedMS, change + 23 * hour + 15 * minute);
  }, 20_000);

  it('opens the hour that autumn repeats twice', async () => {
    const change = nextChange(await testEnv.nowMs(), 'less');
    const now = await testEnv.nowMs();
    const Overrides = retrying({
      MinCreationDelay: `${Math.round((change - 3 * hour - now) / 1000)}s`,
      MinDurationBetweenCalls: '40m',
      TimeZone: zone,
      TimeRules: [{ TimeRanges: [{ Start: '03:15', End: '03:45' }] }],
      MaxTotalCalls: 3,
    });
    const CampaignID = await testEnv.campaign({
      RetryRules: { contact_did_not_answer: { Then: 'retry', Delays: ['1m'] } },
    });
    const { ID } = await testEnv.post({ CampaignID, CreatedMS: now, Overrides });
    await testEnv.end(ID);
    const instants = (await attemptsOf(ID)).map((call) => call.DialedMS);
    expectNear(instants[0], change - 45 * minute);
    expectNear(instants[1], change + 15 * minute);
    expectNear(instants[2], change + 24 * hour + 15 * minute);
  }, 20_000);

  it('gives the same plan if a signal wakes it: jitter does not move the call', async () => {
    const CampaignID = await testEnv.campaign({ JitterSeconds: 600 });
    const { ID } = await testEnv.post({ CampaignID, Overrides: { Constraints: { MinCreationDelay: '2h' } } });
    const planned = await testEnv.reach(ID, (job) => job.State === 'scheduled');
    await testEnv.env.sleep('1h');
    await testEnv.workflows.wakeJob(planned);
    await testEnv.workflows.replanJob(ID);
    expect((await testEnv.load(ID)).NextCallMS).toBe(planned.NextCallMS);
    await testEnv.end(ID);
    expectNear((await attemptsOf(ID))[0]?.DialedMS, planned.NextCallMS ?? 0);
  }, 20_000);
});
