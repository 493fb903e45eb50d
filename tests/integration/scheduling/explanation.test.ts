import { afternoon, constraints, givenJob, iso, minutes, noonMs, startNoonApi, type GivenJob } from './given';
import type { TestApi } from '../../support/api';

let api: TestApi;
beforeAll(async () => {
  api = await startNoonApi();
});
afterAll(() => api.stop());

/** For every gate, a job that it delays, and the expected explanation. */
const held: [gate: string, opens: string, message: RegExp, given: GivenJob & { origin: string }][] = [
  [
    'MinCreationDelay',
    '2026-11-20T10:20:00Z',
    /^At least 30m after creation; opens Fri 2026-11-20 10:20 \(UTC\)\.$/,
    { origin: 'job', job: { CreatedMS: noonMs - minutes(10), ...constraints({ MinCreationDelay: '30m' }) } },
  ],
  [
    'MinDurationBetweenCalls',
    '2026-11-20T11:31:00Z',
    /^At least 2h after the end of the previous call; opens/,
    { origin: 'campaign', campaign: { Defaults: { Constraints: { MinDurationBetweenCalls: '2h' } } }, calls: [30] },
  ],
  [
    'RetryDelay',
    '2026-11-20T10:05:00Z',
    /^Retry delay \(contact_busy\); opens/,
    { origin: 'system', calls: [3], job: { Retry: { NotBeforeMS: noonMs + minutes(5), Because: 'contact_busy' } } },
  ],
  [
    'RetryDelay',
    '2026-11-20T10:07:00Z',
    /^Retry delay \(contact_busy\); opens/,
    {
      origin: 'campaign',
      campaign: { RetryRules: { contact_busy: { Then: 'retry', Delays: ['10m'] } } },
      calls: [3],
      job: { Retry: { NotBeforeMS: noonMs + minutes(7), Because: 'contact_busy' } },
    },
  ],
  [
    'MaxAttemptsInInterval',
    '2026-11-20T10:30:00Z',
    /^At most 2 calls in any 1h; opens/,
    { origin: 'job', calls: [30, 20], job: constraints({ MaxAttemptsInInterval: { Count: 2, Duration: '1h' } }) },
  ],
  [
    'MaxAttemptsPerNumber',
    '2026-11-20T10:15:00Z',
    /^At most 1 call to this number in any 1h, over all jobs of the campaign; opens/,
    { origin: 'campaign', campaign: { MaxAttemptsPerNumber: { Count: 1, Duration: '1h' } }, others: [90, 45] },
  ],
  [
    'MaxAttemptsPerNumber',
    '2026-11-20T11:00:00Z',
    /^At most 2 calls to this number in any 2h, over all jobs of the organization; opens/,
    { origin: 'organization', organization: { MaxAttemptsPerNumber: { Count: 2, Duration: '2h' } }, others: [60, 45] },
  ],
  [
    'TimeRules',
    '2026-11-20T13:00:00Z',
    /^Open daily 15:00-17:00 Europe\/Helsinki; opens Fri 2026-11-20 15:00 \(\+02:00\)\.$/,
    { origin: 'job', job: constraints({ TimeZone: 'Europe/Helsinki', TimeRules: afternoon }) },
  ],
  [
    'TimeRules',
    '2026-11-20T23:00:00Z',
    /^Open daily 15:00-17:00 America\/Los_Angeles; opens Fri 2026-11-20 15:00 \(-08:00\)\.$/,
    { origin: 'campaign', campaign: { InferTimeZone: true, Defaults: { Constraints: { TimeRules: afternoon } } } },
  ],
  [
    'TimeRules',
    '2026-11-20T15:00:00Z',
    /^Open daily 15:00-17:00 each of Europe\/Guernsey, Europe\/Isle_of_Man, Europe\/Jersey, Europe\/London; opens/,
    {
      origin: 'campaign',
      campaign: { InferTimeZone: true, Defaults: { Constraints: { TimeRules: afternoon } } },
      job: { PhoneNumber: '+447911123456' },
    },
  ],
  [
    'BlackoutDates',
    '2026-11-21T22:00:00Z',
    /^No calls on blackout dates, Europe\/Helsinki; closed for Founders' days; opens Sun 2026-11-22 00:00 \(\+02:00\)\.$/,
    {
      origin: 'campaign',
      campaign: { BlackoutDates: [{ From: '2026-11-20', To: '2026-11-21', Name: "Founders' days" }] },
      job: constraints({ TimeZone: 'Europe/Helsinki' }),
    },
  ],
  [
    'BlackoutDates',
    '2026-11-21T12:00:00Z',
    /^No calls on blackout dates, anywhere on Earth, as no zone is known; closed for Inventory; opens/,
    { origin: 'campaign', campaign: { BlackoutDates: [{ From: '2026-11-20', Name: 'Inventory' }] } },
  ],
  [
    'Reschedule',
    '2026-11-20T20:00:00Z',
    /^Rescheduled by an operator: call at Fri 2026-11-20 22:00 \(\+02:00\)\. Overridden: TimeRules, Jitter\.$/,
    {
      origin: 'operator',
      campaign: { JitterSeconds: 30 },
      job: {
        OperatorCallMS: noonMs + minutes(600),
        ...constraints({ TimeZone: 'Europe/Helsinki', TimeRules: afternoon }),
      },
    },
  ],
];

describe('the explanation of a waiting job names exactly the gate that delays it', () => {
  it.each(held)('%s, until %s', async (name, opens, message, { origin, ...what }) => {
    const { job, get } = await givenJob(api, what);
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body).toMatchObject({ JobID: job.ID, State: 'scheduled', HeldBy: name });
    expect(iso(body.NextCallMS)).toBe(opens);
    const closed = body.Gates.filter((gate) => !gate.Satisfied);
    expect(closed.map((gate) => ({ ...gate, OpensAtMS: iso(gate.OpensAtMS) }))).toEqual([
      {
        Name: name,
        Origin: origin,
        Satisfied: false,
        OpensAtMS: opens,
        Message: expect.stringMatching(message) as string,
      },
    ]);
    expect(body.Message).toMatch(message);
    expect(body.Forecast[0]).toEqual({ CallMS: body.NextCallMS, Gate: name });
  });

  it('Jitter, which is the job’s delay within the spread', async () => {
    const { get } = await givenJob(api, { campaign: { JitterSeconds: 3600 }, job: { CreatedMS: noonMs } });
    const { body } = await get();
    expect(body.HeldBy).toBe('Jitter');
    expect(body.NextCallMS).toBeGreaterThan(noonMs);
    expect(body.NextCallMS).toBeLessThan(noonMs + minutes(60));
    expect(body.Message).toMatch(/^Calls are spread; this one waits .* of up to 3600 s once all other gates are open/);
  });

  it('none, if all are open', async () => {
    const { get } = await givenJob(api, {});
    expect((await get()).body).toMatchObject({
      HeldBy: null,
      NextCallMS: noonMs,
      Message: /^All gates are open/,
    });
  });

  it.each([
    [
      'MaxTotalCalls',
      /^No further call can be planned: At most 2 calls ever, 2 made\.$/,
      { calls: [60, 30], job: constraints({ MaxTotalCalls: 2 }) },
    ],
    [
      'TimeZone',
      /^No further call can be planned: TimeRules need a TimeZone/,
      { job: constraints({ TimeRules: afternoon }) },
    ],
    [
      'TimeZone',
      /the number does not determine one/,
      {
        campaign: { InferTimeZone: true },
        job: { PhoneNumber: '+18005550123', ...constraints({ TimeRules: afternoon }) },
      },
    ],
    [
      'BlackoutDates',
      /no instant within two years is open/,
      { campaign: { BlackoutDates: [{ From: '2026-01-01', To: '2036-01-01', Name: 'Closed' }] } },
    ],
  ] as [string, RegExp, GivenJob][])('%s, when no call can come at all', async (name, message, what) => {
    const { body } = await (await givenJob(api, what)).get();
    expect(body).toMatchObject({ NextCallMS: null, HeldBy: null, Forecast: [] });
    expect(body.Message).toMatch(message);
    expect(body.ForecastEndsBecause).toBe(body.Message);
    expect(body.Gates).toEqual(expect.arrayContaining([expect.objectContaining({ Name: name, OpensAtMS: null })]));
  });
});
