import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem, pointersOf } from '../api/problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

const range = { Start: '09:00', End: '17:00' };
const rules = (...TimeRanges: object[]) => ({ TimeZone: 'UTC', TimeRules: [{ TimeRanges }] });

/** Malformed constraints: pointer, value, and the example that the response must contain. */
const constraints: [pointer: string, value: object, example: string][] = [
  ['/MinCreationDelay', { MinCreationDelay: '5' }, '"12h30m"'],
  ['/MinCreationDelay', { MinCreationDelay: '-1h' }, '"12h30m"'],
  ['/MinCreationDelay', { MinCreationDelay: '87601h' }, 'at most 10 years'],
  ['/MinDurationBetweenCalls', { MinDurationBetweenCalls: '1 day' }, '"12h30m"'],
  ['/MinDurationBetweenCalls', { MinDurationBetweenCalls: '100000h' }, 'at most 10 years'],
  ['/MaxTotalCalls', { MaxTotalCalls: -1 }, 'from 0 to'],
  ['/MaxTotalCalls', { MaxTotalCalls: 1.5 }, 'whole number'],
  ['/MaxAttemptsInInterval/Count', { MaxAttemptsInInterval: { Count: 0, Duration: '1h' } }, 'from 1 to'],
  ['/MaxAttemptsInInterval/Count', { MaxAttemptsInInterval: { Count: -3, Duration: '1h' } }, 'from 1 to'],
  ['/MaxAttemptsInInterval/Duration', { MaxAttemptsInInterval: { Count: 1, Duration: '0s' } }, 'longer than zero'],
  ['/MaxAttemptsInInterval/Duration', { MaxAttemptsInInterval: { Count: 1, Duration: '-1h' } }, '"12h30m"'],
  ['/MaxAttemptsInInterval/Duration', { MaxAttemptsInInterval: { Count: 1, Duration: '90000h' } }, 'at most 10 years'],
  ['/MaxAttemptsInInterval/Duration', { MaxAttemptsInInterval: { Count: 1 } }, '"12h30m"'],
  ['/TimeZone', { TimeZone: 'Helsinki' }, '"Europe/Helsinki"'],
  ['/TimeZone', { TimeZone: '+02:00' }, '"Europe/Helsinki"'],
  ['/TimeZone', { TimeRules: [{ TimeRanges: [range] }] }, '"Europe/Helsinki"'],
  ['/TimeRules/0/TimeRanges', rules(), '"Start":"09:00"'],
  ['/TimeRules/0/TimeRanges/0/End', rules({ Start: '09:00', End: '09:00' }), 'Start "00:00", End "24:00"'],
  ['/TimeRules/0/TimeRanges/1/End', rules(range, { Start: '00:00', End: '00:00' }), 'Start "00:00", End "24:00"'],
  ['/TimeRules/0/TimeRanges/0/Start', rules({ Start: '9:00', End: '17:00' }), '"09:00"'],
  ['/TimeRules/0/TimeRanges/0/Start', rules({ Start: '24:00', End: '17:00' }), '"09:00"'],
  ['/TimeRules/0/TimeRanges/0/End', rules({ Start: '09:00', End: '24:30' }), '"09:00"'],
  ['/TimeRules/0/Weekdays/0', { TimeZone: 'UTC', TimeRules: [{ TimeRanges: [range], Weekdays: ['Mon'] }] }, '"Mo"'],
];

describe('a malformed constraint is rejected with its pointer and an example', () => {
  const refusals = async (value: object): Promise<[string, Awaited<ReturnType<TestApi['request']>>][]> => {
    const job = await api.insertJob({ State: 'scheduled' });
    const draft = { ContactPhoneNumber: '+14155550123', Overrides: { Constraints: value } };
    return [
      ['/Overrides/Constraints', await api.request('POST', api.jobs, draft)],
      ['/Overrides/Constraints', await api.request('POST', `/campaigns/${api.campaignId}/schedule-preview`, draft)],
      ['/Constraints', await api.request('POST', `${api.jobs}/${job.ID}/update`, { Constraints: value })],
    ];
  };
  it.each(constraints)('%s (%#)', async (pointer, value, example) => {
    for (const [prefix, answer] of await refusals(value)) {
      const problem = expectProblem(answer, 'invalid_body');
      expect(pointersOf(answer)).toEqual([prefix + pointer]);
      expect(problem.errors?.[0]?.detail).toContain(example);
    }
  });
});

const blackout = (...BlackoutDates: object[]) => ({ BlackoutDates });
const retry = (rule: object) => ({ RetryRules: { contact_busy: rule } });
const campaigns: [pointer: string, value: object, example: string][] = [
  ['/BlackoutDates/0/From', blackout({ From: '2026-02-30', Name: 'x' }), '"2026-12-24"'],
  ['/BlackoutDates/0/From', blackout({ From: '24.12.2026', Name: 'x' }), '"2026-12-24"'],
  ['/BlackoutDates/0/From', blackout({ Name: 'x' }), '"2026-12-24"'],
  [
    '/BlackoutDates/0/To',
    blackout({ From: '2026-12-24', To: '2026-12-23', Name: 'x' }),
    'leave it out for a single day',
  ],
  [
    '/BlackoutDates/1/To',
    blackout({ From: '2028-02-29', Name: 'x' }, { From: '2027-01-01', To: '2027-02-29', Name: 'x' }),
    '"2026-12-24"',
  ],
  ['/BlackoutDates/0/Name', blackout({ From: '2026-12-24', Name: '' }), 'at least 1'],
  ['/BlackoutDates/0/Until', blackout({ From: '2026-12-24', Until: '2026-12-26', Name: 'x' }), 'Unknown field'],
  [
    '/BlackoutDates',
    blackout(...Array.from({ length: 367 }, () => ({ From: '2026-12-24', Name: 'x' }))),
    'at most 366',
  ],
  ['/InferTimeZone', { InferTimeZone: 'yes' }, 'true or false'],
  ['/MaxAttemptsPerNumber/Count', { MaxAttemptsPerNumber: { Count: 0, Duration: '1h' } }, 'from 1 to'],
  ['/MaxAttemptsPerNumber/Duration', { MaxAttemptsPerNumber: { Count: 1, Duration: '0s' } }, 'longer than zero'],
  ['/MaxAttemptsPerNumber/Duration', { MaxAttemptsPerNumber: { Count: 1, Duration: '99999h' } }, 'at most 10 years'],
  ['/JitterSeconds', { JitterSeconds: -1 }, 'from 0 to'],
  ['/RetryRules/contact_busy/Delays/0', retry({ Then: 'retry', Delays: ['soon'] }), '"12h30m"'],
  ['/RetryRules/contact_busy/Delays', retry({ Then: 'retry', Delays: [] }), 'at least 1'],
  ['/RetryRules/contact_busy/Reason', retry({ Then: 'fail' }), '"opted_out"'],
  ['/RetryRules/contact_busy/Then', retry({ Then: 'wait' }), '"retry"'],
  ['/RetryRules/party', { RetryRules: { party: { Then: 'complete' } } }, ''],
  [
    '/Defaults/Constraints/TimeRules/0/TimeRanges',
    { Defaults: { Constraints: { TimeRules: [{ TimeRanges: [] }] } } },
    '"Start":"09:00"',
  ],
];

describe('a malformed setting of a campaign is rejected with its pointer and a valid example', () => {
  it.each(campaigns)('%s (%#)', async (pointer, value, example) => {
    const created = await api.request('POST', '/campaigns', { Name: 'x', ...value });
    const changed = await api.request('PATCH', `/campaigns/${api.campaignId}`, value);
    for (const answer of [created, changed]) {
      const problem = expectProblem(answer, 'invalid_body');
      expect(pointersOf(answer)).toEqual([pointer]);
      expect(problem.errors?.[0]?.detail).toContain(example);
    }
  });
});

describe('the limits of an organization', () => {
  it.each([
    ['/MaxAttemptsPerNumber/Count', { MaxAttemptsPerNumber: { Count: 0, Duration: '1h' } }],
    ['/MaxAttemptsPerNumber/Duration', { MaxAttemptsPerNumber: { Count: 1, Duration: '0s' } }],
    ['/Name', { Name: '' }],
    ['/Surprise', { Surprise: 1 }],
    ['', {}],
  ])('are refused by their place: %s', async (pointer, body) => {
    const answer = await api.request('PATCH', '/organization', body);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toContain(pointer);
  });

  it('are set, stored, and removed with null', async () => {
    const { request, orgId } = await api.anotherCaller();
    const limit = { Count: 3, Duration: '168h' };
    const changed = await request('PATCH', '/organization', { MaxAttemptsPerNumber: limit });
    expect(changed).toMatchObject({
      status: 200,
      body: { ID: orgId, Data: { Name: 'Test', MaxAttemptsPerNumber: limit } },
    });
    await request('PATCH', '/organization', { Name: 'Renamed' });
    expect((await request('GET', '/organization')).body).toMatchObject({
      Data: { Name: 'Renamed', MaxAttemptsPerNumber: limit },
    });
    await request('PATCH', '/organization', { MaxAttemptsPerNumber: null });
    expect((await request('GET', '/organization')).body).toMatchObject({ ID: orgId, Data: { Name: 'Renamed' } });
    expect((await request<{ Data: object }>('GET', '/organization')).body.Data).not.toHaveProperty(
      'MaxAttemptsPerNumber',
    );
    expect((await api.request('GET', '/organization')).body).toMatchObject({ Data: { Name: 'Test' } });
  });
});

describe('windows that follow the number', () => {
  const windows = { TimeRules: [{ TimeRanges: [range] }] };
  const draft = (ContactPhoneNumber: string, Constraints: object = windows) => ({
    ContactPhoneNumber,
    Overrides: { Constraints },
  });

  it('are accepted if the number determines a zone, and rejected if it determines none or too many', async () => {
    const { request, jobs } = await api.anotherCaller({ InferTimeZone: true });
    const post = (body: object) => request<{ errors?: { detail: string }[] }>('POST', jobs, body);
    for (const number of ['+14155550123', '+447911123456', '+61412345678'])
      expect({ number, status: (await post(draft(number))).status }).toEqual({ number, status: 201 });
    for (const [number, why] of [
      ['+18005550123', 'This number has no known time zone.'],
      ['+80012345678', 'This number has no known time zone.'],
      ['+79161234567', 'the windows never overlap in all of them'],
    ] as const) {
      const answer = await post(draft(number));
      expectProblem(answer, 'invalid_body');
      expect(pointersOf(answer)).toEqual(['/Overrides/Constraints/TimeZone']);
      expect(answer.body.errors?.[0]?.detail).toContain(why);
      expect(answer.body.errors?.[0]?.detail).toContain('"Europe/Helsinki"');
      expect(JSON.stringify(answer.body)).not.toContain(number.slice(1));
      expect((await post(draft(number, { ...windows, TimeZone: 'UTC' }))).status).toBe(201);
      expect((await post(draft(number, {}))).status).toBe(201);
    }
  });

  it('are validated again after a change of the job’s constraints', async () => {
    const { request, jobs, orgId, campaignId } = await api.anotherCaller({ InferTimeZone: true });
    const job = await api.insertJob({
      OrgID: orgId,
      CampaignID: campaignId,
      PhoneNumber: '+18005550123',
      State: 'scheduled',
    });
    const update = (Constraints: object) => request('POST', `${jobs}/${job.ID}/update`, { Constraints });
    const refused = await update(windows);
    expectProblem(refused, 'invalid_body');
    expect(pointersOf(refused)).toEqual(['/Constraints/TimeZone']);
    expect((await update({ ...windows, TimeZone: 'UTC' })).status).toBe(202);
  });
});

describe('an update of the constraints', () => {
  it('restarts the jitter at its instant; an update of other fields does not', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    const update = (body: object) => api.request('POST', `${api.jobs}/${job.ID}/update`, body);
    const from = async () => (await api.store.jobs.load(job.ID))?.PlannedFromMS;
    await update({ Data: { a: 1 } });
    expect(await from()).toBeUndefined();
    const beforeMs = Date.now();
    await update({ Constraints: { MinCreationDelay: '1h' } });
    const changedMs = await from();
    expect(changedMs).toBeGreaterThanOrEqual(beforeMs);
    await update({ Metadata: { a: 1 } });
    expect(await from()).toBe(changedMs);
  });
});
