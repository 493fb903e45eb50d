import { startTestApi, type TestApi } from '../../support/api';
import { expectProblem, pointersOf } from '../api/problem';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import type { ScheduleBody } from './schedule-body';

const noonMs = Date.parse('2026-11-20T10:00:00Z');

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows, deps: { nowMs: () => noonMs } });
});
afterAll(() => api.stop());

const body = (constraints: object, fields: object = {}) => ({
  ContactPhoneNumber: '+14155550123',
  Overrides: { Constraints: constraints },
  ...fields,
});
const preview = (draft: object, query = '', caller: Pick<TestApi, 'request' | 'campaignId'> = api) =>
  caller.request<ScheduleBody>('POST', `/campaigns/${caller.campaignId}/schedule-preview${query}`, draft);
const office = {
  TimeZone: 'Europe/Helsinki',
  TimeRules: [{ Weekdays: ['Mo', 'Tu', 'We', 'Th', 'Fr'], TimeRanges: [{ Start: '09:00', End: '17:00' }] }],
};

describe('POST /campaigns/:campaignID/schedule-preview', () => {
  it('reports when a draft would be called, and what follows', async () => {
    const answer = await preview(body({ ...office, MinCreationDelay: '6h', MaxTotalCalls: 2 }));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      JobID: null,
      State: 'scheduled',
      NextCallMS: Date.parse('2026-11-23T07:00:00Z'),
      HeldBy: 'TimeRules',
      Attempts: [],
      Forecast: [
        { CallMS: Date.parse('2026-11-23T07:00:00Z'), Gate: 'TimeRules' },
        { CallMS: Date.parse('2026-11-23T07:15:45Z'), Gate: 'RetryDelay' },
      ],
      ForecastEndsBecause: 'No further call can be planned: At most 2 calls ever, 2 made.',
    });
  });

  it('is computed for the given instant', async () => {
    const now = Date.parse('2027-03-27T22:00:00Z');
    const { body: answer } = await preview(body(office), `?now_ms=${now}`);
    // Daylight saving time starts in Helsinki the night before.
    expect(answer.NextCallMS).toBe(Date.parse('2027-03-29T06:00:00Z'));
  });

  it('stores nothing and starts nothing', async () => {
    await preview(body(office));
    expect((await api.request('GET', api.jobs)).body).toEqual({ Jobs: [] });
    expect(await api.mongo.db.collection('number_attempts').countDocuments()).toBe(0);
  });

  it('is repeatable', async () => {
    const caller = await api.anotherCaller({ JitterSeconds: 3600 });
    const answers = await Promise.all([1, 2].map(() => preview(body(office), '', caller)));
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  it('reports that the job would fail, and why', async () => {
    const caller = await api.anotherCaller({
      BlackoutDates: [{ From: '2026-01-01', To: '2031-01-01', Name: 'Closed' }],
    });
    expect((await preview(body(office), '', caller)).body).toMatchObject({
      State: 'failed',
      NextCallMS: null,
      Forecast: [],
      Message: expect.stringMatching(/^No further call can be planned: no instant within two years is open/) as string,
    });
  });

  it('is rejected with the same problems as the job would be', async () => {
    for (const draft of [{}, body({ TimeRules: office.TimeRules }), body(office, { CallerID: '+358401234567' })]) {
      const [previewed, created] = [await preview(draft), await api.request('POST', api.jobs, draft)];
      expectProblem(previewed, 'invalid_body');
      expect(pointersOf(previewed)).toEqual(pointersOf(created));
      expect((previewed.body as unknown as { detail: string }).detail).toBe(
        (created.body as { detail: string }).detail,
      );
    }
  });

  it.each(['?now_ms=x', '?now_ms=-1', '?now_ms=99999999999999', '?attempts=51', '?assume=party', '?Now=1'])(
    'refuses %s',
    async (query) => {
      expectProblem(await preview(body(office), query), 'invalid_query');
    },
  );

  it('is 404 for another organization’s campaign', async () => {
    const other = await api.anotherCaller();
    expectProblem(
      await preview(body(office), '', { request: other.request, campaignId: api.campaignId }),
      'campaign_not_found',
    );
  });
});
