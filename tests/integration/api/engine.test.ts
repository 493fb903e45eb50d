import { createTemporal, type Temporal } from '../../../shared/adapters/temporal/client';
import { jobWorkflowId } from '../../../shared/messages/workflow-ids';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { until } from '../../support/until';

let api: TestApi;
let temporal: Temporal;
beforeAll(async () => {
  api = await startTestApi();
  temporal = createTemporal({
    TEMPORAL_ADDRESS: process.env['OUTDIAL_TEST_TEMPORAL'] ?? '',
    TEMPORAL_NAMESPACE: 'default',
  });
});
afterAll(async () => {
  await api.stop();
  await temporal.close();
});

const described = (jobId: string) =>
  temporal.client.workflow
    .getHandle(jobWorkflowId(jobId))
    .describe()
    .catch(() => undefined);

describe('a posted job', () => {
  it('has a workflow shortly after, with its ids and without personal data', async () => {
    const { body } = await api.request<{ JobID: string }>('POST', api.jobs, aJobBody({ ContactName: 'Ada' }));
    const workflow = await until(
      () => described(body.JobID),
      (seen) => seen !== undefined,
    );
    expect(workflow).toMatchObject({ type: 'jobWorkflow', taskQueue: 'jobs' });
    const history = await temporal.client.workflow.getHandle(jobWorkflowId(body.JobID)).fetchHistory();
    const payload = JSON.stringify(history);
    const input = history.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data;
    expect(JSON.parse(Buffer.from(input ?? []).toString())).toEqual({
      jobId: body.JobID,
      orgId: api.orgId,
      campaignId: api.campaignId,
      firstCallMs: expect.any(Number) as number,
    });
    expect(payload).not.toContain('4155550123');
    await temporal.client.workflow.getHandle(jobWorkflowId(body.JobID)).terminate('The test is over.');
  });

  it('has a workflow once it is canceled, even if it had none before', async () => {
    const job = await api.insertJob();
    expect((await api.request('POST', `${api.jobs}/${job.ID}/cancel`)).status).toBe(202);
    await until(
      () => described(job.ID),
      (seen) => seen !== undefined,
    );
    await temporal.client.workflow.getHandle(jobWorkflowId(job.ID)).terminate('The test is over.');
  });
});
