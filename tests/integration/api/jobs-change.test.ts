import { UpdateRejectedError, EngineUnavailableError } from '../../../shared/adapters/temporal/workflow-client';
import { jobStates, runningJobStates } from '../../../shared/domain/job/state';
import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem, pointersOf } from './problem';

let api: TestApi;
const double = createWorkflowClientDouble();
beforeAll(async () => {
  api = await startTestApi({ workflows: double.workflows });
});
afterAll(() => api.stop());
afterEach(() => {
  for (const what of Object.keys(double.fail)) Reflect.deleteProperty(double.fail, what);
});

const notRunning = jobStates.filter((state) => !(runningJobStates as readonly string[]).includes(state));
const stored = async (jobId: string) => api.store.jobs.find({ orgId: api.orgId, campaignId: api.campaignId, jobId });

describe('POST …/reschedule', () => {
  const reschedule = (id: string, CallAtUnixSeconds: unknown, headers: Record<string, string> = {}) =>
    api.request('POST', `${api.jobs}/${id}/reschedule`, { CallAtUnixSeconds }, { headers });
  /** The instant that the workflow received. */
  const askedInstant = (jobId: string) =>
    double.asked.filter(({ what, args }) => what === 'rescheduleJob' && args[0] === jobId).at(-1)?.args[1] as number;

  it.each(['scheduled', 'created'] as const)('sends an update to the workflow of a job in state %s', async (State) => {
    const job = await api.insertJob({ State });
    const at = Math.ceil(Date.now() / 1000) + 3600;
    expect(await reschedule(job.ID, at)).toMatchObject({ status: 202, body: { JobID: job.ID, State: 'scheduled' } });
    expect(askedInstant(job.ID)).toBe(at * 1000);
  });

  it('keeps fractions of a second', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    const at = Math.ceil(Date.now() / 1000) + 60.25;
    await reschedule(job.ID, at);
    expect(askedInstant(job.ID)).toBe(at * 1000);
  });

  it.each([-1, -1e300, 0, 1, 1_600_000_000])('treats %d as now', async (at) => {
    const job = await api.insertJob({ State: 'scheduled' });
    const before = Date.now();
    expect((await reschedule(job.ID, at)).status).toBe(202);
    expect(askedInstant(job.ID)).toBeGreaterThanOrEqual(before);
    expect(askedInstant(job.ID)).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['milliseconds', Date.now() + 60_000],
    ['three years ahead', Date.now() / 1000 + 3 * 365 * 86_400],
    ['1e300', 1e300],
  ])('rejects an implausible instant: %s', async (_what, at) => {
    const job = await api.insertJob({ State: 'scheduled' });
    const answer = await reschedule(job.ID, at);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual(['/CallAtUnixSeconds']);
  });

  it.each([[undefined], [null], ['1795254061'], [true], [[]], [{}]])('rejects %j', async (at) => {
    const job = await api.insertJob({ State: 'scheduled' });
    const answer = await reschedule(job.ID, at);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual(['/CallAtUnixSeconds']);
  });

  it('rejects a number that JSON can express but no double can hold', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    const answer = await api.request('POST', `${api.jobs}/${job.ID}/reschedule`, undefined, {
      raw: '{"CallAtUnixSeconds":1e999}',
      headers: { 'content-type': 'application/json' },
    });
    expectProblem(answer, 'invalid_body');
  });

  it.each(jobStates.filter((state) => state !== 'scheduled' && state !== 'created'))(
    'is 400 for a job in state %s, without an update',
    async (State) => {
      const job = await api.insertJob({ State });
      expectProblem(await reschedule(job.ID, -1), 'not_scheduled');
      expect(double.askedOf(job.ID)).toEqual([]);
    },
  );

  it.each(['NotScheduled', 'NotRunning'])('is 400 if the workflow rejects the update with %s', async (type) => {
    const job = await api.insertJob({ State: 'scheduled' });
    double.fail.rescheduleJob = new UpdateRejectedError(type, 'no');
    expectProblem(await reschedule(job.ID, -1), 'not_scheduled');
  });

  it('is 503 if the workflow does not respond, and can be retried', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    double.fail.rescheduleJob = new EngineUnavailableError('away');
    expect(expectProblem(await reschedule(job.ID, -1), 'engine_unavailable').detail).toContain('can be retried');
  });

  it('sends the same update id as long as the outcome is unknown', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    double.fail.rescheduleJob = new EngineUnavailableError('away');
    const key = { 'idempotency-key': `k-${job.ID}` };
    expectProblem(await reschedule(job.ID, -1, key), 'engine_unavailable');
    delete double.fail.rescheduleJob;
    expect((await reschedule(job.ID, -1, key)).status).toBe(202);
    const names = double.asked.filter(({ what }) => what === 'rescheduleJob').map(({ args }) => args[2]);
    expect(names.at(-1)).toMatch(/^[0-9a-f]{32}$/);
    expect(names.at(-2)).toBe(names.at(-1));
    expectProblem(await reschedule(job.ID, -1, { 'idempotency-key': 'x'.repeat(256) }), 'invalid_header');
  });

  it('is 404 for a missing job', async () => {
    expectProblem(await reschedule('job_unknown', -1), 'job_not_found');
  });
});

describe('POST …/update', () => {
  const update = (id: string, body: unknown) => api.request('POST', `${api.jobs}/${id}/update`, body);

  it.each(runningJobStates)('replaces Data and Metadata as a whole for a job in state %s', async (State) => {
    const job = await api.insertJob({ State, Data: { a: 1, b: 2 }, Metadata: { c: 3 } });
    expect(await update(job.ID, { Data: { a: 9 } })).toMatchObject({
      status: 202,
      body: { JobID: job.ID, State: State === 'analyzing' ? 'calling' : State },
    });
    expect((await stored(job.ID))?.Data).toEqual({ a: 9 });
    expect((await stored(job.ID))?.Metadata).toEqual({ c: 3 });
    await update(job.ID, { Metadata: {} });
    expect((await stored(job.ID))?.Metadata).toEqual({});
    expect(double.askedOf(job.ID)).toEqual([]);
  });

  it('keeps the keys by which an import finds its rows', async () => {
    const reserved = { __service_ImportID: 'import_1', __service_RowID: 7 };
    const job = await api.insertJob({ Metadata: { ...reserved, old: 1 } });
    await update(job.ID, { Metadata: { fresh: 2 } });
    expect((await stored(job.ID))?.Metadata).toEqual({ ...reserved, fresh: 2 });
    const refused = await update(job.ID, { Metadata: { __service_RowID: 8 } });
    expect(pointersOf(refused)).toEqual(['/Metadata/__service_RowID']);
  });

  it('replaces the constraints only, and replans the next call', async () => {
    const job = await api.insertJob({
      State: 'scheduled',
      Overrides: { MaxRingSeconds: 9, Constraints: { MaxTotalCalls: 5 } },
    });
    expect((await update(job.ID, { Constraints: { MinDurationBetweenCalls: '2h' } })).status).toBe(202);
    expect((await stored(job.ID))?.Overrides).toEqual({
      MaxRingSeconds: 9,
      Constraints: { MinDurationBetweenCalls: '2h' },
    });
    expect(double.askedOf(job.ID)).toEqual(['replanJob']);
  });

  it('requires a time zone for time rules, from the job or the campaign', async () => {
    const Constraints = { TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '17:00' }] }] };
    const job = await api.insertJob({ State: 'scheduled', Overrides: { Constraints: { TimeZone: 'Asia/Tokyo' } } });
    const refused = await update(job.ID, { Constraints });
    expectProblem(refused, 'invalid_body');
    expect(pointersOf(refused)).toEqual(['/Constraints/TimeZone']);
    expect(await stored(job.ID)).toEqual(job);
    await api.request('PATCH', `/campaigns/${api.campaignId}`, {
      Defaults: { Constraints: { TimeZone: 'Asia/Tokyo' } },
    });
    expect((await update(job.ID, { Constraints })).status).toBe(202);
  });

  it('accepts an empty body and changes nothing', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    expect((await update(job.ID, {})).status).toBe(202);
    expect(await stored(job.ID)).toEqual(job);
  });

  it.each(notRunning)('is 409 for a job in state %s', async (State) => {
    const job = await api.insertJob({ State });
    expectProblem(await update(job.ID, { Data: {} }), 'job_not_running');
    expectProblem(await update(job.ID, {}), 'job_not_running');
    expect(await stored(job.ID)).toEqual(job);
  });

  it('is 409 for a job with a pending cancel request', async () => {
    const job = await api.insertJob({ State: 'calling', CancelRequestedMS: 5 });
    expect(expectProblem(await update(job.ID, { Data: {} }), 'job_not_running').detail).toContain('being canceled');
  });

  it('is 409 once the erasure of a job is requested, also between the read and the write', async () => {
    const job = await api.insertJob({ State: 'calling' });
    const before = await stored(job.ID);
    jest.spyOn(api.store.jobs, 'find').mockResolvedValueOnce(before);
    expect((await api.request('DELETE', `${api.jobs}/${job.ID}`)).body).toMatchObject({ State: 'deleting' });
    expect(expectProblem(await update(job.ID, { Data: {} }), 'job_not_running').detail).toContain('being deleted');
    expectProblem(await update(job.ID, {}), 'job_not_running');
    expect((await stored(job.ID))?.Data).toBeUndefined();
  });

  it('is 409 if the job ends between the read and the write', async () => {
    const job = await api.insertJob({ State: 'calling' });
    const write = jest.spyOn(api.store.jobs, 'update').mockImplementationOnce(async () => {
      await api.mongo.db
        .collection<{ _id: string }>('jobs')
        .updateOne({ _id: job.ID }, { $set: { State: 'completed' } });
      return undefined;
    });
    expect(expectProblem(await update(job.ID, { Data: {} }), 'job_not_running').detail).toContain('completed');
    write.mockRestore();
  });

  it('starts the workflow of a job that was made a moment ago, so that it is planned before the answer', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    double.fail.replanJob = new UpdateRejectedError('NotRunning', 'no');
    expect((await update(job.ID, { Constraints: { MaxTotalCalls: 2 } })).status).toBe(202);
    expect(double.askedOf(job.ID)).toEqual(['replanJob', 'startJob', 'replanJob']);
  });

  it('is accepted without a workflow for a job in a call: the sweeper starts a lost one', async () => {
    const job = await api.insertJob({ State: 'calling' });
    double.fail.replanJob = new UpdateRejectedError('NotRunning', 'no');
    expect((await update(job.ID, { Constraints: { MaxTotalCalls: 2 } })).status).toBe(202);
    expect(double.askedOf(job.ID)).toEqual(['replanJob']);
  });

  it('is stored and 503 if the workflow does not respond', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    double.fail.replanJob = new EngineUnavailableError('away');
    const answer = await update(job.ID, { Constraints: { MaxTotalCalls: 2 } });
    expect(expectProblem(answer, 'engine_unavailable').detail).toContain('stored');
    expect(await stored(job.ID)).toMatchObject({
      Overrides: { Constraints: { MaxTotalCalls: 2 } },
      DueMS: expect.any(Number) as number,
    });
  });

  it.each([
    [{ Data: [] }, '/Data'],
    [{ Data: null }, '/Data'],
    [{ Metadata: 'x' }, '/Metadata'],
    [{ Constraints: { TimeZone: 'Mars/Olympus' } }, '/Constraints/TimeZone'],
    [{ Overrides: {} }, '/Overrides'],
    [{ State: 'completed' }, '/State'],
  ])('rejects %j', async (body, pointer) => {
    const job = await api.insertJob();
    const answer = await update(job.ID, body);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual([pointer]);
  });

  it('is 404 for a missing job', async () => {
    expectProblem(await update('job_unknown', { Data: {} }), 'job_not_found');
  });
});
