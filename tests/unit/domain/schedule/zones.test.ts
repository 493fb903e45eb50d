import { planNextCall } from '../../../../shared/domain/schedule/plan';
import { callAt, findGate, instant, job, weekdaysOnly, window } from './builders';

const office = [window('09:00', '17:00', weekdaysOnly)];
const planIn = (zones: string[], now: string): string =>
  callAt(job({ createdAtMs: instant(now), nowMs: instant(now), zones, constraints: { TimeRules: office } }));

describe('zones inferred from a number', () => {
  it('allow a call only while the window is open in every zone', () => {
    expect(planIn(['America/New_York', 'America/Los_Angeles'], '2026-11-20T14:00:00Z')).toBe('2026-11-20T17:00:00Z');
    expect(planIn(['America/New_York', 'America/Los_Angeles'], '2026-11-20T22:00:00Z')).toBe('2026-11-23T17:00:00Z');
  });

  it('follow each zone’s own clock while one has changed and another has not', () => {
    const zones = ['Europe/London', 'America/New_York'];
    // From 8 to 29 March 2026 New York is 4 hours behind London, else 5.
    expect(planIn(zones, '2026-03-06T00:00:00Z')).toBe('2026-03-06T14:00:00Z');
    expect(planIn(zones, '2026-03-07T00:00:00Z')).toBe('2026-03-09T13:00:00Z');
    expect(planIn(zones, '2026-03-28T00:00:00Z')).toBe('2026-03-30T13:00:00Z');
    expect(planIn(['America/New_York', 'Europe/London'], '2026-03-07T00:00:00Z')).toBe('2026-03-09T13:00:00Z');
  });

  it('find the few weeks of the year in which two zones are open together', () => {
    const rules = [window('09:00', '13:30')];
    const now = '2026-01-01T00:00:00Z';
    const input = { createdAtMs: instant(now), nowMs: instant(now), constraints: { TimeRules: rules } };
    expect(callAt(job({ ...input, zones: ['Europe/London', 'America/New_York'] }))).toBe('2026-03-08T13:00:00Z');
  });

  it('fail at once if the zones are never open together', () => {
    const plan = planNextCall(job({ zones: ['Asia/Tokyo', 'America/New_York'], constraints: { TimeRules: office } }));
    expect(plan).toMatchObject({ kind: 'never', reason: 'invalid_configuration' });
    expect(plan.kind === 'never' && plan.message).toBe(
      'No further call can be planned: no instant within two years is open (Open Mo-Fr 09:00-17:00 each of Asia/Tokyo, America/New_York).',
    );
  });

  it('are listed in the explanation', () => {
    const zones = ['Europe/London', 'Europe/Jersey', 'Europe/Guernsey'];
    const plan = planNextCall(job({ zones, constraints: { TimeRules: office } }));
    expect(findGate(plan, 'TimeRules')?.Message).toContain('each of Europe/London, Europe/Jersey, Europe/Guernsey');
  });

  it.each([
    [{ TimeRules: office }, 'TimeRules need a TimeZone: none is set, and the number does not determine one'],
    [{ TimeRules: office, TimeZone: 'Mars/Phobos' }, 'TimeZone "Mars/Phobos" is unknown'],
  ])('cannot plan without a zone: %j', (constraints, why) => {
    const plan = planNextCall(job({ constraints }));
    expect(plan).toMatchObject({
      kind: 'never',
      reason: 'invalid_configuration',
      message: `No further call can be planned: ${why}.`,
    });
    expect(findGate(plan, 'TimeZone')).toMatchObject({ Satisfied: false, OpensAtMS: null });
  });
});

describe('blackout dates', () => {
  const christmas = { From: '2026-12-24', To: '2026-12-26', Name: 'Christmas' };
  const planAt = (now: string, input: Parameters<typeof job>[0]): string =>
    callAt(job({ createdAtMs: instant(now), nowMs: instant(now), blackouts: [christmas], ...input }));

  it('close whole local days, the last included', () => {
    const constraints = { TimeZone: 'Europe/Helsinki' };
    expect(planAt('2026-12-23T21:59:59Z', { constraints })).toBe('2026-12-23T21:59:59Z');
    expect(planAt('2026-12-23T22:00:00Z', { constraints })).toBe('2026-12-26T22:00:00Z');
  });

  it('keep the windows of other days: the call waits for the next one', () => {
    const constraints = { TimeZone: 'Europe/Helsinki', TimeRules: office };
    expect(planAt('2026-12-24T10:00:00Z', { constraints })).toBe('2026-12-28T07:00:00Z');
  });

  it('end a window across midnight at the start of the closed day', () => {
    const constraints = { TimeZone: 'Europe/Helsinki', TimeRules: [window('22:00', '02:00')] };
    expect(planAt('2026-12-23T22:00:00Z', { constraints })).toBe('2026-12-26T22:00:00Z');
  });

  it('apply in every zone of the number', () => {
    const zones = ['Pacific/Auckland', 'America/Los_Angeles'];
    expect(planAt('2026-12-23T10:59:59Z', { zones })).toBe('2026-12-23T10:59:59Z');
    expect(planAt('2026-12-23T11:00:00Z', { zones })).toBe('2026-12-27T08:00:00Z');
  });

  it('apply while it is that date anywhere on Earth if no zone is known', () => {
    expect(planAt('2026-12-23T09:59:59Z', {})).toBe('2026-12-23T09:59:59Z');
    expect(planAt('2026-12-23T10:00:00Z', {})).toBe('2026-12-27T12:00:00Z');
  });

  it('last as long as the day, which has 23 hours at a clock change', () => {
    const blackouts = [{ From: '2026-03-29', To: '2026-03-29', Name: 'Shorter day' }];
    const constraints = { TimeZone: 'Europe/Helsinki' };
    expect(planAt('2026-03-28T22:00:00Z', { blackouts, constraints })).toBe('2026-03-29T21:00:00Z');
  });

  it('may be adjacent, in any order', () => {
    const blackouts = [{ From: '2026-12-27', To: '2026-12-31', Name: 'Quiet week' }, christmas];
    expect(planAt('2026-12-24T12:00:00Z', { blackouts, constraints: { TimeZone: 'UTC' } })).toBe(
      '2027-01-01T00:00:00Z',
    );
  });

  it('are named in the explanation', () => {
    const nowMs = instant('2026-12-24T10:00:00Z');
    const plan = planNextCall(
      job({ nowMs, blackouts: [christmas], constraints: { TimeZone: 'Europe/Helsinki', TimeRules: office } }),
    );
    expect(plan).toMatchObject({ decidedBy: 'BlackoutDates' });
    expect(findGate(plan, 'BlackoutDates')?.Message).toBe(
      'No calls on blackout dates, Europe/Helsinki; closed for Christmas; opens Sun 2026-12-27 00:00 (+02:00); once the other gates are open, opens Mon 2026-12-28 09:00 (+02:00).',
    );
  });

  it('start at midnight by the clock of that day, even after an earlier clock change', () => {
    const nowMs = instant('2026-03-28T22:00:00Z');
    const blackouts = [{ From: '2026-03-30', To: '2026-03-30', Name: 'Quiet day' }];
    const plan = planNextCall(
      job({ nowMs, createdAtMs: nowMs, blackouts, constraints: { TimeZone: 'Europe/Helsinki' } }),
    );
    expect(findGate(plan, 'BlackoutDates')?.Message).toContain(
      'open now until Mon 2026-03-30 00:00 (+03:00), then closed for Quiet day',
    );
  });

  it.each([
    ['forever', { From: '2020-01-01', To: '9999-12-31', Name: 'Never' }],
    ['in reverse order', { From: '2026-12-26', To: '2026-12-24', Name: 'Typo' }],
    ['not a date', { From: 'yesterday', To: '2026-12-24', Name: 'Typo' }],
  ])('fail the job at once when they close %s', (_, range) => {
    const plan = planNextCall(job({ blackouts: [range], constraints: { TimeZone: 'UTC' } }));
    expect(plan).toMatchObject({ kind: 'never', reason: 'invalid_configuration' });
  });
});
