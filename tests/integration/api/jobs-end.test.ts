import { startTestApi, type TestApi } from '../../support/api';
import { until } from '../../support/until';
import { jobStates, runningJobStates, type JobState } from '../../../shared/domain/job/state';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem } from './problem';

let api: TestApi;
const double = createWorkflowClientDouble();
beforeAll(async () => {
  api = await startTestApi({ workflows: double.workflows });
});
afterAll(() => api.stop());

const readable = (state: JobState): string => (state === 'analyzing' ? 'calling' : state);
const stored = async (jobId: string) => api.store.jobs.find({ orgId: api.orgId, campaignId: api.campaignId, jobId });

describe('POST …/cancel', () => {
  const cancel = (id: string) => api.request('POST', `${api.jobs}/${id}/cancel`);

  it.each(runningJobStates)('accepts a job in state %s, records the request and wakes its workflow', async (State) => {
    const job = await api.insertJob({ State });
    const answer = await cancel(job.ID);
    expect(answer).toMatchObject({ status: 202, body: { JobID: job.ID, State: readable(State) } });
    expect((await stored(job.ID))?.CancelRequestedMS).toBeGreaterThanOrEqual(job.CreatedMS);
    await until(
      () => double.askedOf(job.ID),
      (asked) => asked.includes('wakeJob'),
    );
  });

  it('is idempotent, and keeps the first request', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    await cancel(job.ID);
    const first = await stored(job.ID);
    expect((await cancel(job.ID)).status).toBe(202);
    expect(await stored(job.ID)).toEqual({ ...first, AuditLogEntries: [expect.anything(), expect.anything()] });
  });

  it('succeeds for a canceled job', async () => {
    const job = await api.insertJob({ State: 'canceled' });
    expect(await cancel(job.ID)).toMatchObject({ status: 202, body: { JobID: job.ID, State: 'canceled' } });
    expect(await stored(job.ID)).toEqual(job);
    expect(double.askedOf(job.ID)).toEqual([]);
  });

  it.each(['completed', 'failed', 'deleting', 'deleted'] as const)('is 409 for a job in state %s', async (State) => {
    const job = await api.insertJob({ State });
    expect(expectProblem(await cancel(job.ID), 'job_not_running').detail).toContain(State);
    expect(await stored(job.ID)).toEqual(job);
  });

  it('is 404 for a missing job', async () => {
    expectProblem(await cancel('job_unknown'), 'job_not_found');
  });
});

describe('a call in progress', () => {
  it.each([
    ['POST', '/cancel'],
    ['DELETE', ''],
  ])('is stopped by %s …%s itself, whether or not Temporal is available', async (method, path) => {
    const job = await api.insertJob({ State: 'calling', ActiveCallID: 'call_' });
    const call = await api.insertCall(job, { State: 'active' });
    await api.mongo.db
      .collection<{ _id: string }>('jobs')
      .updateOne({ _id: job.ID }, { $set: { ActiveCallID: call.ID } });
    expect((await api.request(method, `${api.jobs}/${job.ID}${path}`)).status).toBe(202);
    expect((await api.store.calls.find(call.ID))?.StopRequestedMS).toBeDefined();
  });
});

describe('DELETE …/jobs/:jobID', () => {
  const erase = (id: string) => api.request('DELETE', `${api.jobs}/${id}`);

  it.each(jobStates)('accepts a job in state %s, and again', async (State) => {
    const job = await api.insertJob({ State });
    const after = State === 'deleted' ? 'deleted' : 'deleting';
    for (let times = 0; times < 3; times++)
      expect(await erase(job.ID)).toMatchObject({ status: 202, body: { JobID: job.ID, State: after } });
  });

  it('records the request and starts the erasure', async () => {
    const job = await api.insertJob({ State: 'completed' });
    await erase(job.ID);
    const { DeletionRequestedMS, DueMS, ...rest } = (await stored(job.ID)) ?? {};
    expect(DeletionRequestedMS).toBeGreaterThanOrEqual(job.CreatedMS);
    expect(DueMS).toBeGreaterThan(job.CreatedMS);
    expect(rest).toEqual({ ...job, AuditLogEntries: [expect.anything()] });
    await until(
      () => double.askedOf(job.ID),
      (asked) => asked.includes('startErasure'),
    );
  });

  it('does nothing for a job that is already erased', async () => {
    const job = await api.insertJob({ State: 'deleted' });
    await erase(job.ID);
    expect(await stored(job.ID)).toEqual(job);
    expect(double.askedOf(job.ID)).toEqual([]);
  });

  it('is 404 for a missing job', async () => {
    expectProblem(await erase('job_unknown'), 'job_not_found');
  });
});
