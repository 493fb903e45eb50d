import { planNextCall, type GateName, type PlanInput } from '../../../../shared/domain/schedule/plan';
import { attemptBefore, callAt, findGate, instant, iso, job, noon, weekdaysOnly, window } from './builders';

const office = [window('09:00', '17:00', weekdaysOnly)];
const hour = 3_600_000;

/** One job per gate, delayed by this gate alone. */
const held: [GateName, Partial<PlanInput>, string, string][] = [
  [
    'MinCreationDelay',
    { constraints: { MinCreationDelay: '12h30m' } },
    '2026-11-20T22:30:00Z',
    'At least 12h30m after creation; opens Fri 2026-11-20 22:30 (UTC).',
  ],
  [
    'MinDurationBetweenCalls',
    { constraints: { MinDurationBetweenCalls: '2h' }, attempts: [attemptBefore(61)] },
    '2026-11-20T11:00:00Z',
    'At least 2h after the end of the previous call; opens Fri 2026-11-20 11:00 (UTC).',
  ],
  [
    'MaxAttemptsInInterval',
    {
      constraints: { MaxAttemptsInInterval: { Count: 2, Duration: '24h' } },
      attempts: [attemptBefore(300), attemptBefore(200), attemptBefore(100)],
    },
    '2026-11-21T06:40:00Z',
    'At most 2 calls in any 24h; opens Sat 2026-11-21 06:40 (UTC).',
  ],
  [
    'MaxAttemptsPerNumber',
    { numberLimits: [{ origin: 'organization', count: 1, durationMs: 24 * hour, attemptStartsMs: [noon - hour] }] },
    '2026-11-21T09:00:00Z',
    'At most 1 call to this number in any 24h, over all jobs of the organization; opens Sat 2026-11-21 09:00 (UTC).',
  ],
  [
    'RetryDelay',
    { retry: { notBeforeMs: noon + 900_000, because: 'contact_busy' } },
    '2026-11-20T10:15:00Z',
    'Retry delay (contact_busy); opens Fri 2026-11-20 10:15 (UTC).',
  ],
  [
    'TimeRules',
    { nowMs: noon + 6 * hour, constraints: { TimeZone: 'Europe/Helsinki', TimeRules: office } },
    '2026-11-23T07:00:00Z',
    'Open Mo-Fr 09:00-17:00 Europe/Helsinki; opens Mon 2026-11-23 09:00 (+02:00).',
  ],
  [
    'BlackoutDates',
    {
      constraints: { TimeZone: 'Europe/Helsinki' },
      blackouts: [{ From: '2026-11-20', To: '2026-11-20', Name: 'Quiet day' }],
    },
    '2026-11-20T22:00:00Z',
    'No calls on blackout dates, Europe/Helsinki; closed for Quiet day; opens Sat 2026-11-21 00:00 (+02:00).',
  ],
  [
    'Reschedule',
    { operatorCallAtMs: noon + hour, constraints: { MinCreationDelay: '5h' }, jitterSeconds: 30 },
    '2026-11-20T11:00:00Z',
    'Rescheduled by an operator: call at Fri 2026-11-20 11:00 (UTC). Overridden: MinCreationDelay, Jitter.',
  ],
];

describe('the explanation of a waiting job', () => {
  it.each(held)('names %s if it alone delays the call', (name, input, at, message) => {
    const plan = planNextCall(job(input));
    expect(plan).toMatchObject({ kind: 'call', atMs: instant(at), decidedBy: name });
    expect(findGate(plan, name)).toMatchObject({ Satisfied: false, OpensAtMS: instant(at), Message: message });
    expect(plan.gates.filter((gate) => !gate.Satisfied)).toHaveLength(1);
  });

  it('names Jitter if it alone delays the call', () => {
    const plan = planNextCall(job({ jitterSeconds: 60 }));
    const atMs = plan.kind === 'call' ? plan.atMs : NaN;
    expect(plan).toMatchObject({ kind: 'call', decidedBy: 'Jitter' });
    expect(atMs).toBeGreaterThan(noon);
    expect(findGate(plan, 'Jitter')).toMatchObject({ Origin: 'campaign', Satisfied: false, OpensAtMS: atMs });
  });

  it.each(held)('is satisfied once %s has opened', (_name, input, at) => {
    const plan = planNextCall(job({ ...input, jitterSeconds: 0, nowMs: instant(at) }));
    expect(plan).toMatchObject({ kind: 'call', atMs: instant(at), decidedBy: null });
    expect(plan.gates.every((gate) => gate.Satisfied && gate.OpensAtMS === instant(at))).toBe(true);
  });

  it('names the gate that opens last, and reports it if that gate is open now', () => {
    const plan = planNextCall(
      job({ constraints: { MinCreationDelay: '6h', TimeZone: 'Europe/Helsinki', TimeRules: office } }),
    );
    expect(plan).toMatchObject({ decidedBy: 'TimeRules', atMs: instant('2026-11-23T07:00:00Z') });
    expect(findGate(plan, 'TimeRules')).toMatchObject({
      Satisfied: true,
      Message:
        'Open Mo-Fr 09:00-17:00 Europe/Helsinki; open now until Fri 2026-11-20 17:00 (+02:00); once the other gates are open, opens Mon 2026-11-23 09:00 (+02:00).',
    });
  });

  it('reports the origin of each gate', () => {
    const plan = planNextCall(
      job({
        constraints: { MinCreationDelay: '1h', MaxTotalCalls: 3, TimeZone: 'UTC', TimeRules: office },
        origins: { MinCreationDelay: 'campaign', MaxTotalCalls: 'organization' },
      }),
    );
    expect(plan.gates.map((gate) => [gate.Name, gate.Origin])).toEqual([
      ['MaxTotalCalls', 'organization'],
      ['MinCreationDelay', 'campaign'],
      ['TimeRules', 'job'],
    ]);
  });

  it('truncates long lists', () => {
    const rules = Array.from({ length: 30 }, () => window('09:00', '17:00', ['Mo', 'We', 'Th', 'Fr']));
    const message = findGate(
      planNextCall(job({ constraints: { TimeZone: 'UTC', TimeRules: rules } })),
      'TimeRules',
    )?.Message;
    expect(message).toContain('Mo, We-Fr 09:00-17:00');
    expect(message).toContain('and 23 more');
  });
});

describe('limits', () => {
  it('MinDurationBetweenCalls counts from the end of the last call, or from its start if it has no end', () => {
    const constraints = { MinDurationBetweenCalls: '1h' };
    const started = { startedAtMs: noon - 600_000 };
    expect(callAt(job({ constraints, attempts: [{ ...started, endedAtMs: noon - 300_000 }] }))).toBe(
      '2026-11-20T10:55:00Z',
    );
    expect(callAt(job({ constraints, attempts: [started] }))).toBe('2026-11-20T10:50:00Z');
  });

  it('MaxAttemptsInInterval counts starts in (t - Duration, t]: a start of exactly that age no longer counts', () => {
    const constraints = { MaxAttemptsInInterval: { Count: 1, Duration: '1h' } };
    expect(callAt(job({ constraints, attempts: [attemptBefore(60)] }))).toBe(iso(noon));
    expect(callAt(job({ constraints, attempts: [attemptBefore(59)] }))).toBe(iso(noon + 60_000));
  });

  it('counts attempts in any order', () => {
    const budget = { origin: 'campaign', count: 2, durationMs: hour } as const;
    const attemptStartsMs = [noon - 60_000, noon - 3_000_000, noon - 120_000];
    expect(callAt(job({ numberLimits: [{ ...budget, attemptStartsMs }] }))).toBe(iso(noon - 120_000 + hour));
  });

  it('respects each limit of a number', () => {
    const budget = { count: 1, attemptStartsMs: [noon - 60_000] };
    const numberBudgets = [
      { ...budget, origin: 'campaign', durationMs: hour },
      { ...budget, origin: 'organization', durationMs: 2 * hour },
    ] as const;
    expect(callAt(job({ numberLimits: numberBudgets }))).toBe(iso(noon - 60_000 + 2 * hour));
  });

  it.each([
    [{ MaxTotalCalls: 2 }, 0, 'At most 2 calls ever, 2 made', 'job'],
    [{}, 1, 'At most 1 call ever, 2 made', 'system'],
  ])('ends the job when the calls of MaxTotalCalls are made: %j', (constraints, maxTotalCallsDefault, why, origin) => {
    const attempts = [attemptBefore(20), attemptBefore(10)];
    const plan = planNextCall(job({ constraints, maxTotalCallsDefault, attempts }));
    expect(plan).toMatchObject({
      kind: 'never',
      reason: 'max_attempts_exceeded',
      message: `No further call can be planned: ${why}.`,
    });
    expect(findGate(plan, 'MaxTotalCalls')).toMatchObject({ Satisfied: false, OpensAtMS: null, Origin: origin });
  });

  it('has no limit if MaxTotalCalls is 0, regardless of the default', () => {
    const attempts = [attemptBefore(20), attemptBefore(10)];
    expect(callAt(job({ constraints: { MaxTotalCalls: 0 }, maxTotalCallsDefault: 1, attempts }))).toBe(iso(noon));
  });

  it.each([
    [{ MinCreationDelay: 'soon' }, 'MinCreationDelay "soon" is not a valid duration'],
    [{ MinDurationBetweenCalls: '-1h' }, 'MinDurationBetweenCalls "-1h" is not a valid duration'],
    [
      { MaxAttemptsInInterval: { Count: 1, Duration: '1d' } },
      'MaxAttemptsInInterval.Duration "1d" is not a valid duration',
    ],
    [{ MaxAttemptsInInterval: { Count: 0, Duration: '24h' } }, 'At most 0 calls in any 24h: that allows no calls'],
    [
      { TimeZone: 'UTC', TimeRules: [window('09:00', '09:00')] },
      'TimeRules[0] has the range "09:00"-"09:00", which is not a range of times',
    ],
    [
      { TimeZone: 'UTC', TimeRules: [window('09:00', '25:00')] },
      'TimeRules[0] has the range "09:00"-"25:00", which is not a range of times',
    ],
    [
      { TimeZone: 'UTC', TimeRules: [window('09:00', '17:00', ['Mon' as 'Mo'])] },
      'TimeRules[0] has a day that is not one of Su, Mo, Tu, We, Th, Fr, Sa',
    ],
  ])('fails the job at once and names an invalid rule: %j', (constraints, why) => {
    expect(planNextCall(job({ constraints }))).toMatchObject({
      kind: 'never',
      reason: 'invalid_configuration',
      message: `No further call can be planned: ${why}.`,
    });
  });

  it('fails the job at once if no window exists at all', () => {
    const constraints = { TimeZone: 'UTC', TimeRules: [{ TimeRanges: [] }] };
    expect(planNextCall(job({ constraints }))).toMatchObject({ kind: 'never', reason: 'invalid_configuration' });
  });
});

describe("an operator's reschedule", () => {
  const constraints = { MinCreationDelay: '48h', TimeZone: 'Europe/Helsinki', TimeRules: office };

  it('applies as given: no window, no delay, no jitter', () => {
    const saturdayNight = instant('2026-11-22T01:02:03Z');
    expect(callAt(job({ constraints, jitterSeconds: 3600, operatorCallAtMs: saturdayNight }))).toBe(iso(saturdayNight));
  });

  it('means now if it is in the past', () => {
    expect(planNextCall(job({ constraints, operatorCallAtMs: -1000 }))).toMatchObject({ atMs: noon, decidedBy: null });
  });

  it('does not override MaxTotalCalls', () => {
    const input = job({ constraints: { MaxTotalCalls: 1 }, attempts: [attemptBefore(5)], operatorCallAtMs: noon });
    expect(planNextCall(input)).toMatchObject({ kind: 'never', reason: 'max_attempts_exceeded' });
  });
});
