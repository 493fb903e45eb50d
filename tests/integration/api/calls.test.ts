import type { RedactionSettings } from '../../../shared/domain/job/redaction';
import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem, pointersOf } from './problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

describe('POST …/calls/:callID/stop', () => {
  it.each(['creating', 'active'] as const)('asks the worker to hang up a call in state %s', async (State) => {
    const job = await api.insertJob({ State: 'calling', CallCount: 1 });
    const call = await api.insertCall(job, { State });
    const stop = `${api.jobs}/${job.ID}/calls/${call.ID}/stop`;
    const answer = await api.request('POST', stop, { Reason: 'Wrong list.' });
    expect(answer).toMatchObject({ status: 202, body: { CallID: call.ID, State } });
    const first = await api.store.calls.find(call.ID);
    expect(first).toMatchObject({ StopReason: 'Wrong list.', StopRequestedMS: expect.any(Number) as number });
    expect((await api.request('POST', stop)).status).toBe(202);
    expect(await api.store.calls.find(call.ID)).toEqual(first);
  });

  it.each<[boolean | undefined, RedactionSettings, string]>([
    [undefined, { redact: ['name'] }, 'Asked by [name].'],
    [undefined, { keep: ['name'] }, 'Asked by Ann Lee.'],
    [true, { redact: ['name'] }, 'Asked by Ann Lee.'],
  ])(
    'redacts the reason like the messages of the call: TestJob %s, Redaction %j',
    async (TestJob, Redaction, stored) => {
      const fields = { ContactName: 'Ann Lee', Overrides: { Redaction: Redaction } };
      const job = await api.insertJob({ State: 'calling', CallCount: 1, ...fields, ...(TestJob ? { TestJob } : {}) });
      const call = await api.insertCall(job, { State: 'active' });
      await api.request('POST', `${api.jobs}/${job.ID}/calls/${call.ID}/stop`, { Reason: 'Asked by Ann Lee.' });
      expect((await api.store.calls.find(call.ID))?.StopReason).toBe(stored);
    },
  );

  it.each(['ended', 'failed'] as const)('is 409 for a call in state %s', async (State) => {
    const job = await api.insertJob({ CallCount: 1 });
    const call = await api.insertCall(job, { State });
    expectProblem(await api.request('POST', `${api.jobs}/${job.ID}/calls/${call.ID}/stop`), 'call_not_active');
    expect(await api.store.calls.listByJob(job.ID)).toEqual([call]);
  });

  it('is 404 for a missing call and for a call of another job', async () => {
    const [job, other] = [await api.insertJob(), await api.insertJob()];
    const call = await api.insertCall(other);
    for (const id of ['call_unknown', 'a%20b', call.ID])
      expectProblem(await api.request('POST', `${api.jobs}/${job.ID}/calls/${id}/stop`), 'call_not_found');
    expect(await api.store.calls.find(call.ID)).not.toHaveProperty('StopRequestedMS');
  });

  it.each([
    [{ Reason: 5 }, '/Reason'],
    [{ Reason: 'x'.repeat(1001) }, '/Reason'],
    [{ reason: 'x' }, '/reason'],
  ])('rejects %j', async (body, pointer) => {
    const job = await api.insertJob();
    const call = await api.insertCall(job);
    const answer = await api.request('POST', `${api.jobs}/${job.ID}/calls/${call.ID}/stop`, body);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual([pointer]);
  });
});
