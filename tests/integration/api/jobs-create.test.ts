import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { until } from '../../support/until';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem, pointersOf } from './problem';

let api: TestApi;
const double = createWorkflowClientDouble();
beforeAll(async () => {
  api = await startTestApi({ workflows: double.workflows });
});
afterAll(() => api.stop());

const create = (fields: Record<string, unknown> = {}, jobs = api.jobs) =>
  api.request<{ JobID: string }>('POST', jobs, aJobBody(fields));
const windows = [{ TimeRanges: [{ Start: '09:00', End: '17:00' }] }];

describe('POST /campaigns/:campaignID/jobs', () => {
  it('responds 201 with the id of a job that exists immediately', async () => {
    const { status, body, headers } = await create();
    expect(status).toBe(201);
    expect(body).toEqual({ JobID: expect.stringMatching(/^job_[0-9a-f]{32}$/) as string });
    expect(headers.get('location')).toBe(`${api.jobs}/${body.JobID}`);
    const read = await api.request('GET', `${api.jobs}/${body.JobID}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual({
      OrgID: api.orgId,
      CampaignID: api.campaignId,
      ID: body.JobID,
      Data: {
        PhoneNumber: '+14155550123',
        CampaignVersion: null,
        State: 'scheduled',
        NextCallMS: expect.any(Number) as number,
        AuditLogEntries: [expect.stringMatching(/^audit_[0-9a-f]{32}$/)],
      },
      Metrics: { TotalCallAttempts: 0, TotalCallSeconds: 0, TotalCallConversationalSeconds: 0 },
      CreatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
  });

  it('returns every field as sent', async () => {
    const Overrides = {
      HangUpIsOptOut: true,
      DisableRecording: true,
      MaxCallSeconds: 600,
      MaxRingSeconds: 30,
      Integrations: { crm: { $ref: 1, 'a.b': [null] }, simulator: { Scenario: 'contact_busy', RingSeconds: 0 } },
      Constraints: {
        MinCreationDelay: '12h30m',
        DisableJitter: true,
        MinDurationBetweenCalls: '4h',
        MaxTotalCalls: 0,
        MaxAttemptsInInterval: { Count: 2, Duration: '24h' },
        TimeZone: 'Europe/Helsinki',
        TimeRules: [{ TimeRanges: [{ Start: '22:00', End: '24:00' }], Weekdays: ['Mo', 'Su'] }],
      },
      Redaction: { redact: ['email'], keep: ['name'] },
      SST: { deepgram: { options: { language: 'fi', keywords: ['Outdial'] } } },
    };
    const fields = {
      ContactName: 'Ada Ä 🦉',
      Metadata: { customer: { $id: 7 } },
      Data: { 'plan.name': 'gold', n: 2 ** 53 - 1 },
    };
    const { body } = await create({
      ...fields,
      Overrides,
      CallerID: '+14155550101',
      CampaignVariants: ['brisk'],
      TestJob: true,
    });
    const read = await api.request('GET', `${api.jobs}/${body.JobID}`);
    expect(read.body).toMatchObject({
      CampaignVariants: ['brisk'],
      Data: { ...Overrides, ...fields, TestJob: true, State: 'scheduled', PhoneNumber: '+14155550123' },
    });
  });

  it('starts the job’s workflow after the response', async () => {
    const { body } = await create();
    await until(
      () => double.askedOf(body.JobID),
      (asked) => asked.includes('startJob'),
    );
  });

  it('accepts the campaign’s caller ids only', async () => {
    expect((await create({ CallerID: '+14155550100' })).status).toBe(201);
    expect((await create({ CallerID: '+14155550101' })).status).toBe(201);
    const refused = await create({ CallerID: '+14155550199' });
    expectProblem(refused, 'invalid_body');
    expect(pointersOf(refused)).toEqual(['/CallerID']);
    expect(JSON.stringify(refused.body)).not.toContain('4155550199');
  });

  it('requires a caller id if the campaign has no default', async () => {
    const other = await api.anotherCaller({ DefaultCallerID: undefined });
    const refused = await other.request('POST', other.jobs, aJobBody());
    expect(pointersOf(refused)).toEqual(['/CallerID']);
    expect((await other.request('POST', other.jobs, aJobBody({ CallerID: '+14155550101' }))).status).toBe(201);
  });

  it('uses the latest version of a campaign that was just changed', async () => {
    const other = await api.anotherCaller();
    const body = aJobBody({ CallerID: '+14155550177' });
    expect((await other.request('POST', other.jobs, body)).status).toBe(400);
    await other.request('PATCH', `/campaigns/${other.campaignId}`, { CallerIDs: ['+14155550177'] });
    expect((await other.request('POST', other.jobs, body)).status).toBe(201);
  });

  it('requires a time zone for time rules, from the job or the campaign', async () => {
    const refused = await create({ Overrides: { Constraints: { TimeRules: windows } } });
    expectProblem(refused, 'invalid_body');
    expect(pointersOf(refused)).toEqual(['/Overrides/Constraints/TimeZone']);
    const zoned = await api.anotherCaller({ Defaults: { Constraints: { TimeZone: 'Asia/Tokyo' } } });
    const body = aJobBody({ Overrides: { Constraints: { TimeRules: windows } } });
    expect((await zoned.request('POST', zoned.jobs, body)).status).toBe(201);
    const windowed = await api.anotherCaller({ Defaults: { Constraints: { TimeRules: windows } } });
    expect(pointersOf(await windowed.request('POST', windowed.jobs, aJobBody()))).toEqual([
      '/Overrides/Constraints/TimeZone',
    ]);
  });

  it('warns of a zone without daylight saving time', async () => {
    const answer = await create({ Overrides: { Constraints: { TimeZone: 'EST' } } });
    expect(answer).toMatchObject({ status: 201, body: { Warnings: [{ Pointer: '/Overrides/Constraints/TimeZone' }] } });
    const usual = await create({ Overrides: { Constraints: { TimeZone: 'America/New_York' } } });
    expect(usual.body).not.toHaveProperty('Warnings');
  });

  it.each(['campaign_unknown', 'x', 'a%20b', '..%2f..', '%00', 'x'.repeat(200)])(
    'is 404 for the campaign %s',
    async (campaign) => {
      expectProblem(await create({}, `/campaigns/${campaign}/jobs`), 'campaign_not_found');
    },
  );

  it('creates one job per request under concurrency', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => create()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 201));
    expect(new Set(answers.map(({ body }) => body.JobID)).size).toBe(60);
  });

  it('stores nothing for an invalid body', async () => {
    const count = () => api.mongo.db.collection('jobs').countDocuments();
    const before = await count();
    await create({ CallerID: '+14155550199' });
    await create({ Surprise: 1 });
    await create({}, '/campaigns/unknown/jobs');
    expect(await count()).toBe(before);
  });
});
