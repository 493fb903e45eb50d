import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import type { Gate } from '../../../shared/domain/schedule/gate';
import { startTestApi, type TestApi } from '../../support/api';
import { createFlowsDouble } from '../api/flows-double';

/** Fri 2026-11-20 12:00 in Helsinki. */
const noonMs = Date.parse('2026-11-20T10:00:00Z');
const minutes = (count: number): number => count * 60_000;
const iso = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString().replace('.000Z', 'Z');

export interface ScheduleBody {
  JobID: string | null;
  State: string;
  NextCallMS: number | null;
  HeldBy: string | null;
  Message: string;
  Gates: Gate[];
  Attempts: { CallID: string; StartedAt: string; EndedReason?: string }[];
  Assume: string;
  Forecast: { CallMS: number; Gate: string | null }[];
  ForecastEndsBecause: string | null;
}

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ flows: createFlowsDouble().flows, deps: { nowMs: () => noonMs } });
});
afterAll(() => api.stop());

interface Case {
  campaign?: Partial<CampaignConfig>;
  organisation?: object;
  job?: Partial<Job>;
  /** The job's earlier calls: how many minutes ago each began; each took one. */
  calls?: number[];
  /** Calls of another job to the same number. */
  others?: number[];
}

async function given({ campaign = {}, organisation, job = {}, calls = [], others = [] }: Case) {
  const caller = await api.anotherCaller(campaign);
  if (organisation) expect((await caller.request('PATCH', '/organisation', organisation)).status).toBe(200);
  const of = {
    OrgID: caller.orgId,
    CampaignID: caller.campaignId,
    CreatedMS: noonMs - minutes(10_000),
    UpdatedMS: noonMs,
  };
  const insert = async (fields: Partial<Job>, times: number[]): Promise<Job> => {
    const made = await api.insertJob({ ...of, State: 'scheduled', Sequence: 2, CallCount: times.length, ...fields });
    for (const [index, ago] of times.entries()) {
      const startMs = noonMs - minutes(ago);
      const ended: Partial<CallRecord> = { State: 'ended', EndedMS: startMs + minutes(1), EndedReason: 'contact_busy' };
      const ID = `call_${made.ID}_${index + 1}`;
      await api.insertCall(made, { ID, Attempt: index + 1, CreatedMS: startMs, DialedMS: startMs, ...ended });
    }
    return made;
  };
  const asked = await insert(job, calls);
  if (others.length > 0) await insert({}, others);
  const path = `${caller.jobs}/${asked.ID}/schedule`;
  return { caller, job: asked, path, get: (query = '') => caller.request<ScheduleBody>('GET', path + query) };
}

const constraints = (fields: object): Partial<Job> => ({ Overrides: { Constraints: fields } });
const afternoon = [{ TimeRanges: [{ Start: '15:00', End: '17:00' }] }];

/** For every gate a job that it holds, and what the explanation says of it. */
const held: [gate: string, origin: string, opens: string, message: RegExp, given: Case][] = [
  [
    'MinCreationDelay',
    'job',
    '2026-11-20T10:20:00Z',
    /^At least 30m after creation; opens Fri 2026-11-20 10:20 \(UTC\)\.$/,
    { job: { CreatedMS: noonMs - minutes(10), ...constraints({ MinCreationDelay: '30m' }) } },
  ],
  [
    'MinDurationBetweenCalls',
    'campaign',
    '2026-11-20T11:31:00Z',
    /^At least 2h after the end of the previous call; opens/,
    { campaign: { Defaults: { Constraints: { MinDurationBetweenCalls: '2h' } } }, calls: [30] },
  ],
  [
    'RetryDelay',
    'system',
    '2026-11-20T10:05:00Z',
    /^Retry delay \(contact_busy\); opens/,
    { calls: [3], job: { Retry: { NotBeforeMS: noonMs + minutes(5), Because: 'contact_busy' } } },
  ],
  [
    'RetryDelay',
    'campaign',
    '2026-11-20T10:07:00Z',
    /^Retry delay \(contact_busy\); opens/,
    {
      campaign: { RetryRules: { contact_busy: { Then: 'retry', Delays: ['10m'] } } },
      calls: [3],
      job: { Retry: { NotBeforeMS: noonMs + minutes(7), Because: 'contact_busy' } },
    },
  ],
  [
    'MaxAttemptsInInterval',
    'job',
    '2026-11-20T10:30:00Z',
    /^At most 2 calls in any 1h; opens/,
    { calls: [30, 20], job: constraints({ MaxAttemptsInInterval: { Count: 2, Duration: '1h' } }) },
  ],
  [
    'MaxAttemptsPerNumber',
    'campaign',
    '2026-11-20T10:15:00Z',
    /^At most 1 call to this number in any 1h, over all jobs of the campaign; opens/,
    { campaign: { MaxAttemptsPerNumber: { Count: 1, Duration: '1h' } }, others: [90, 45] },
  ],
  [
    'MaxAttemptsPerNumber',
    'organisation',
    '2026-11-20T11:00:00Z',
    /^At most 2 calls to this number in any 2h, over all jobs of the organisation; opens/,
    { organisation: { MaxAttemptsPerNumber: { Count: 2, Duration: '2h' } }, others: [60, 45] },
  ],
  [
    'TimeRules',
    'job',
    '2026-11-20T13:00:00Z',
    /^Open daily 15:00-17:00 Europe\/Helsinki; opens Fri 2026-11-20 15:00 \(\+02:00\)\.$/,
    { job: constraints({ TimeZone: 'Europe/Helsinki', TimeRules: afternoon }) },
  ],
  [
    'TimeRules',
    'campaign',
    '2026-11-20T23:00:00Z',
    /^Open daily 15:00-17:00 America\/Los_Angeles; opens Fri 2026-11-20 15:00 \(-08:00\)\.$/,
    { campaign: { InferTimeZone: true, Defaults: { Constraints: { TimeRules: afternoon } } } },
  ],
  [
    'TimeRules',
    'campaign',
    '2026-11-20T15:00:00Z',
    /^Open daily 15:00-17:00 each of Europe\/Guernsey, Europe\/Isle_of_Man, Europe\/Jersey, Europe\/London; opens/,
    {
      campaign: { InferTimeZone: true, Defaults: { Constraints: { TimeRules: afternoon } } },
      job: { PhoneNumber: '+447911123456' },
    },
  ],
  [
    'BlackoutDates',
    'campaign',
    '2026-11-21T22:00:00Z',
    /^No calls on blackout dates, Europe\/Helsinki; closed for Founders' days; opens Sun 2026-11-22 00:00 \(\+02:00\)\.$/,
    {
      campaign: { BlackoutDates: [{ From: '2026-11-20', To: '2026-11-21', Name: "Founders' days" }] },
      job: constraints({ TimeZone: 'Europe/Helsinki' }),
    },
  ],
  [
    'BlackoutDates',
    'campaign',
    '2026-11-21T12:00:00Z',
    /^No calls on blackout dates, anywhere on Earth as no zone is known; closed for Inventory; opens/,
    { campaign: { BlackoutDates: [{ From: '2026-11-20', Name: 'Inventory' }] } },
  ],
  [
    'Reschedule',
    'operator',
    '2026-11-20T20:00:00Z',
    /^An operator's decision: call at Fri 2026-11-20 22:00 \(\+02:00\)\. Set aside: TimeRules, Jitter\.$/,
    {
      campaign: { JitterSeconds: 30 },
      job: {
        OperatorCallMS: noonMs + minutes(600),
        ...constraints({ TimeZone: 'Europe/Helsinki', TimeRules: afternoon }),
      },
    },
  ],
];

describe('the explanation of a waiting job names exactly the gate that holds it', () => {
  it.each(held)('%s of the %s, until %s', async (name, origin, opens, message, what) => {
    const { job, get } = await given(what);
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

  it('Jitter, which is the job’s own share of the spread', async () => {
    const { get } = await given({ campaign: { JitterSeconds: 3600 }, job: { CreatedMS: noonMs } });
    const { body } = await get();
    expect(body.HeldBy).toBe('Jitter');
    expect(body.NextCallMS).toBeGreaterThan(noonMs);
    expect(body.NextCallMS).toBeLessThan(noonMs + minutes(60));
    expect(body.Message).toMatch(/^Calls are spread; this one waits .* of up to 3600 s once all other gates are open/);
  });

  it('none, when all are open', async () => {
    const { get } = await given({});
    expect((await get()).body).toMatchObject({
      HeldBy: null,
      NextCallMS: noonMs,
      Message: /^All gates are open/ as unknown,
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
      /none could be told from the number/,
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
  ] as [string, RegExp, Case][])('%s, when no call can come at all', async (name, message, what) => {
    const { body } = await (await given(what)).get();
    expect(body).toMatchObject({ NextCallMS: null, HeldBy: null, Forecast: [] });
    expect(body.Message).toMatch(message);
    expect(body.ForecastEndsBecause).toBe(body.Message);
    expect(body.Gates).toEqual(expect.arrayContaining([expect.objectContaining({ Name: name, OpensAtMS: null })]));
  });
});

describe('a job in another state', () => {
  it.each(['completed', 'failed', 'canceled', 'deleting', 'deleted'] as const)(
    'has no gates and keeps its attempts: %s',
    async (State) => {
      const { get } = await given({ job: { State }, calls: [60] });
      const { body } = await get();
      expect(body).toMatchObject({ State, NextCallMS: null, HeldBy: null, Gates: [], Forecast: [] });
      expect(body.Message).toMatch(new RegExp(`^The job is ${State}\\.`));
      expect(body.Attempts).toEqual([
        {
          CallID: expect.any(String) as string,
          StartedAt: new Date(noonMs - minutes(60)).toISOString(),
          EndedReason: 'contact_busy',
        },
      ]);
    },
  );

  it('says that it is being ended once somebody asked for that', async () => {
    const { get } = await given({ job: { CancelRequestedMS: noonMs } });
    expect((await get()).body).toMatchObject({
      State: 'scheduled',
      Gates: [],
      Message: expect.stringMatching(/being ended/) as string,
    });
  });

  it.each(['calling', 'analyzing'] as const)('looks ahead from the end of the call: %s', async (State) => {
    const { get } = await given({ job: { State }, calls: [0] });
    const { body } = await get('?assume=contact_busy&attempts=2');
    expect(body).toMatchObject({ State: 'calling', NextCallMS: null, Gates: [] });
    // The first wait after a busy line is 5 minutes, the second 15; the call ended a minute after noon.
    expect(body.Forecast.map(({ CallMS, Gate }) => [iso(CallMS), Gate])).toEqual([
      ['2026-11-20T10:06:00Z', 'RetryDelay'],
      ['2026-11-20T10:21:00Z', 'RetryDelay'],
    ]);
  });

  it('is planned like one that waits while it is new', async () => {
    const { get } = await given({
      job: { State: 'created', CreatedMS: noonMs, ...constraints({ MinCreationDelay: '1h' }) },
    });
    expect((await get()).body).toMatchObject({
      State: 'created',
      HeldBy: 'MinCreationDelay',
      NextCallMS: noonMs + minutes(60),
    });
  });
});

describe('the forecast', () => {
  it('follows the assumed outcome, and says why it ends', async () => {
    const { get } = await given({});
    const { body } = await get('?attempts=10');
    // Three calls are made unless somebody says otherwise; each rings for 45 s.
    expect(body.Forecast.map(({ CallMS }) => iso(CallMS))).toEqual([
      '2026-11-20T10:00:00Z',
      '2026-11-20T10:15:45Z',
      '2026-11-20T11:16:30Z',
    ]);
    expect(body).toMatchObject({
      Assume: 'contact_did_not_answer',
      ForecastEndsBecause: 'No further call can be planned: At most 3 calls ever, 3 made.',
    });
  });

  it('has five attempts unless asked for others, and none when none are wanted', async () => {
    const { get } = await given({ job: constraints({ MaxTotalCalls: 0 }) });
    expect((await get()).body.Forecast).toHaveLength(5);
    expect((await get('?attempts=50')).body).toMatchObject({ Forecast: { length: 50 }, ForecastEndsBecause: null });
    expect((await get('?attempts=0')).body.Forecast).toEqual([]);
  });

  it.each([
    ['conversation_complete', 'A call that ends with conversation_complete completes the job.'],
    ['user_refusal', 'A call that ends with user_refusal fails the job (opted_out).'],
    ['wrong_contact', 'A call that ends with wrong_contact fails the job (wrong_contact).'],
  ])('is empty for an outcome that ends the job, and says so: %s', async (outcome, why) => {
    const { get } = await given({});
    expect((await get(`?assume=${outcome}`)).body).toMatchObject({
      Assume: outcome,
      Forecast: [],
      ForecastEndsBecause: why,
    });
  });

  it('counts its own calls against the limits of the number', async () => {
    const { get } = await given({
      campaign: { MaxAttemptsPerNumber: { Count: 2, Duration: '24h' } },
      job: constraints({ MaxTotalCalls: 0 }),
      others: [60],
    });
    expect((await get('?attempts=3&assume=contact_busy')).body.Forecast.map(({ CallMS, Gate }) => [iso(CallMS), Gate])).toEqual([
      ['2026-11-20T10:00:00Z', null],
      ['2026-11-21T09:00:00Z', 'MaxAttemptsPerNumber'],
      ['2026-11-21T10:00:00Z', 'MaxAttemptsPerNumber'],
    ]);
  });

  it.each([
    '?attempts=51',
    '?attempts=-1',
    '?attempts=x',
    '?assume=party',
    '?attempts=1&attempts=2',
    '?now_ms=1',
    '?x=1',
  ])('refuses %s', async (query) => {
    const { get } = await given({});
    expect((await get(query)).status).toBe(400);
  });
});

describe('a sleeper', () => {
  it('says so where the rules were loosened after its call was planned', async () => {
    const { get } = await given({ job: { NextCallMS: noonMs + minutes(90) } });
    expect((await get()).body).toMatchObject({
      NextCallMS: noonMs + minutes(90),
      Message:
        'The rules have changed since the call was planned: the job wakes at 2026-11-20T11:30:00.000Z and follows them then.',
    });
  });
});

it('is another organisation’s secret', async () => {
  const { path } = await given({});
  expect((await api.request('GET', path)).status).toBe(404);
});
