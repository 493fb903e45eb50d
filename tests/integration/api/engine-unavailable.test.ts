import { createTemporal } from '../../../shared/adapters/temporal/client';
import { createWorkflowClient, type WorkflowClient } from '../../../shared/adapters/temporal/workflow-client';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { until } from '../../support/until';
import { expectProblem } from './problem';
import { noTemporal, temporalSettings } from '../../support/temporal-namespace';

// The API waits five seconds for a response from a workflow.
jest.setTimeout(20_000);

let api: TestApi;
/** The pending timers of this process. */
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
let timersBefore: number;
/** Requests to the engine are sent once it opens. */
let gate: Promise<void> = Promise.resolve();

/** The client of an engine that cannot be reached, behind the gate. */
function createGatedClient(): WorkflowClient {
  const temporal = createTemporal(temporalSettings(noTemporal));
  const methods = Object.entries(createWorkflowClient(temporal.client)).map(([name, method]) => [
    name,
    (...args: unknown[]) => gate.then(() => (method as (...given: unknown[]) => Promise<unknown>)(...args)),
  ]);
  return Object.fromEntries(methods) as WorkflowClient;
}

beforeAll(async () => {
  timersBefore = timers();
  api = await startTestApi({ temporal: noTemporal, workflows: createGatedClient() });
});
afterAll(async () => {
  await api.stop();
  // The Temporal client has a last retry scheduled, which would outlive the test.
  await until(timers, (count) => count <= timersBefore);
});

/** A response that does not wait for the engine: until it is here, no request to the engine has an answer, not even a failure. */
async function atOnce<T>(act: () => Promise<T>): Promise<T> {
  let open = (): void => undefined;
  gate = new Promise((resolve) => (open = resolve));
  try {
    return await act();
  } finally {
    open();
  }
}

describe('while the workflow engine is unavailable', () => {
  it('jobs are accepted and left to the sweeper', async () => {
    const made = await atOnce(() => api.request<{ JobID: string }>('POST', api.jobs, aJobBody()));
    expect(made.status).toBe(201);
    const due = await api.store.jobTransitions.findDue(Date.now() + 6_000, 100);
    expect(due.map(({ ID }) => ID)).toContain(made.body.JobID);
  });

  it('reads work', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    expect((await atOnce(() => api.request('GET', `${api.jobs}/${job.ID}?events=1`))).status).toBe(200);
    expect((await atOnce(() => api.request('GET', api.jobs))).status).toBe(200);
  });

  it('cancel and delete are accepted and left to the sweeper', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    expect((await atOnce(() => api.request('POST', `${api.jobs}/${job.ID}/cancel`))).status).toBe(202);
    expect((await atOnce(() => api.request('DELETE', `${api.jobs}/${job.ID}`))).status).toBe(202);
    const due = await api.store.jobTransitions.findDue(Date.now() + 6_000, 100);
    expect(due.map(({ ID }) => ID)).toContain(job.ID);
    expect(await api.store.jobs.load(job.ID)).toMatchObject({
      CancelRequestedMS: expect.any(Number) as number,
      DeletionRequestedMS: expect.any(Number) as number,
    });
  });

  it('reschedule is 503: its outcome is unknown', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    const answer = await api.request('POST', `${api.jobs}/${job.ID}/reschedule`, { CallAtUnixSeconds: -1 });
    expectProblem(answer, 'engine_unavailable');
  });

  it('new constraints are stored, and the 503 says so', async () => {
    const job = await api.insertJob({ State: 'scheduled' });
    const answer = await api.request('POST', `${api.jobs}/${job.ID}/update`, { Constraints: { MaxTotalCalls: 1 } });
    expect(expectProblem(answer, 'engine_unavailable').detail).toContain('stored');
    expect((await api.request('GET', `${api.jobs}/${job.ID}`)).body).toMatchObject({
      Data: { Constraints: { MaxTotalCalls: 1 } },
    });
  });

  it('the process stays in service, and reports the engine', async () => {
    expect((await api.request('GET', '/healthz')).status).toBe(200);
    expect(await api.request('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { Status: 'degraded', Checks: { MongoDB: 'ok', Temporal: 'unavailable' } },
    });
  });
});
