import { constraints, givenJob, iso, minutes, noonMs, startNoonApi } from './given';
import type { TestApi } from '../../support/api';

let api: TestApi;
beforeAll(async () => {
  api = await startNoonApi();
});
afterAll(() => api.stop());

describe('a job in another state', () => {
  it.each(['completed', 'failed', 'canceled', 'deleting', 'deleted'] as const)(
    'has no gates and keeps its attempts: %s',
    async (State) => {
      const { get } = await givenJob(api, { job: { State }, calls: [60] });
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

  it('reports that it is being ended once that was requested', async () => {
    const { get } = await givenJob(api, { job: { CancelRequestedMS: noonMs } });
    expect((await get()).body).toMatchObject({
      State: 'scheduled',
      Gates: [],
      Message: expect.stringMatching(/being ended/) as string,
    });
  });

  it.each(['calling', 'analyzing'] as const)('forecasts from the end of the call: %s', async (State) => {
    const { get } = await givenJob(api, { job: { State }, calls: [0] });
    const { body } = await get('?assume=contact_busy&attempts=2');
    expect(body).toMatchObject({ State: 'calling', NextCallMS: null, Gates: [] });
    // The first delay after `contact_busy` is 5 minutes, the second 15; the call ended a minute after noon.
    expect(body.Forecast.map(({ CallMS, Gate }) => [iso(CallMS), Gate])).toEqual([
      ['2026-11-20T10:06:00Z', 'RetryDelay'],
      ['2026-11-20T10:21:00Z', 'RetryDelay'],
    ]);
  });

  it('is planned like a waiting job while it is new', async () => {
    const { get } = await givenJob(api, {
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
  it('follows the assumed outcome, and explains its end', async () => {
    const { get } = await givenJob(api, {});
    const { body } = await get('?attempts=10');
    // By default a job makes three calls; each rings for 45 s.
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

  it('has five attempts by default, and none if none are requested', async () => {
    const { get } = await givenJob(api, { job: constraints({ MaxTotalCalls: 0 }) });
    expect((await get()).body.Forecast).toHaveLength(5);
    expect((await get('?attempts=50')).body).toMatchObject({ Forecast: { length: 50 }, ForecastEndsBecause: null });
    expect((await get('?attempts=0')).body.Forecast).toEqual([]);
  });

  it.each([
    ['conversation_complete', 'A call that ends with conversation_complete completes the job.'],
    ['user_refusal', 'A call that ends with user_refusal fails the job (opted_out).'],
    ['wrong_contact', 'A call that ends with wrong_contact fails the job (wrong_contact).'],
  ])('is empty for an outcome that ends the job, and says so: %s', async (outcome, why) => {
    const { get } = await givenJob(api, {});
    expect((await get(`?assume=${outcome}`)).body).toMatchObject({
      Assume: outcome,
      Forecast: [],
      ForecastEndsBecause: why,
    });
  });

  it('counts its own calls toward the limits of the number', async () => {
    const { get } = await givenJob(api, {
      campaign: { MaxAttemptsPerNumber: { Count: 2, Duration: '24h' } },
      job: constraints({ MaxTotalCalls: 0 }),
      others: [60],
    });
    expect(
      (await get('?attempts=3&assume=contact_busy')).body.Forecast.map(({ CallMS, Gate }) => [iso(CallMS), Gate]),
    ).toEqual([
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
    const { get } = await givenJob(api, {});
    expect((await get(query)).status).toBe(400);
  });
});

describe('a job that waits for a planned call', () => {
  it('reports when rules apply that were relaxed after its call was planned', async () => {
    const { get } = await givenJob(api, { job: { NextCallMS: noonMs + minutes(90) } });
    expect((await get()).body).toMatchObject({
      NextCallMS: noonMs + minutes(90),
      Message: 'The rules have changed since the call was planned; they apply from 2026-11-20T11:30:00.000Z.',
    });
  });
});

it('is invisible to other organizations', async () => {
  const { path } = await givenJob(api, {});
  expect((await api.request('GET', path)).status).toBe(404);
});
