import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Worker } from '@temporalio/worker';
import { testPort } from '../../support/ports';
import { createMongo } from '../../../shared/adapters/mongo/client';
import { createTemporal } from '../../../shared/adapters/temporal/client';
import { jobWorkflowId } from '../../../shared/messages/workflow-ids';
import { startOtlpReceiver } from '../../support/otlp-receiver';
import { createProcesses, serviceEnv, type TestProcess } from '../../support/processes';
import { startReceiver, type Receiver } from '../../support/receiver';
import { createRequest } from '../../support/requests';
import { until } from '../../support/until';
import { setting } from '../../support/setting';
import { createTestNamespace, temporalSettings, type TemporalPlace } from '../../support/temporal-namespace';
import { quietRuntime } from '../../support/worker';

const root = resolve(__dirname, '../../..');
const processes = createProcesses();
const database = `ops_${randomBytes(6).toString('hex')}`;
const mongo = process.env['OUTDIAL_TEST_MONGODB'] ?? '';
const key = 'a_key_that_no_span_may_contain';
const [number, name] = ['+14155559876', 'Wilhelmina Seeded'];
jest.setTimeout(180_000);

let otlp: Awaited<ReturnType<typeof startOtlpReceiver>>;
let receiver: Receiver;
let api: TestProcess & { url: string };
const ports = { api: 0, worker: 0, engine: 0 };
let jobId = '';
const startedMs = Date.now();
let engine: TemporalPlace;

const read = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
/** Sums the samples of a metric that have all of the labels. */
function valueOf(text: string, metric: string, ...labels: string[]): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
  const fitting = lines.filter((line) => labels.every((label) => line.includes(label)));
  return fitting.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
const namesIn = (text: string): string[] => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, metric]) => metric ?? '');

beforeAll(async () => {
  otlp = await startOtlpReceiver();
  receiver = await startReceiver();
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await testPort();
  engine = await createTestNamespace();
  const env = {
    ...serviceEnv({ mongo, database, temporal: engine }),
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.endpoint,
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OUTDIAL_BOOTSTRAP_KEY: key,
    OUTDIAL_DEMO: 'true',
    OUTDIAL_DATA_DIR: processes.folder,
  };
  [api] = await Promise.all([
    processes.api({ ...env, METRICS_PORT: String(ports.api) }),
    processes.worker({ ...env, METRICS_PORT: String(ports.worker), TEMPORAL_METRICS_PORT: String(ports.engine) }),
  ]);
  const request = createRequest(api.url, key);
  const campaign = () => request('GET', '/campaigns/campaign_demo');
  await until(campaign, ({ status }) => status === 200, 30_000);
  expect((await request('POST', '/webhooks', { DestinationURL: receiver.url })).status).toBe(201);
  const simulator = { Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 2 };
  const { body } = await request<{ JobID: string }>('POST', '/campaigns/campaign_demo/jobs', {
    ContactPhoneNumber: number,
    ContactName: name,
    Overrides: { Integrations: { simulator } },
  });
  jobId = body.JobID;
  const state = () => request<{ Data: { State: string } }>('GET', `/campaigns/campaign_demo/jobs/${jobId}`);
  await until(state, ({ body: job }) => job.Data.State === 'completed', 60_000);
  expect((await request('GET', '/no/such/route')).status).toBe(404);
  expect((await createRequest(api.url, 'a_key_that_never_existed')('GET', '/campaigns')).status).toBe(401);
});

afterAll(async () => {
  await processes.end();
  await Promise.all([otlp.stop(), receiver.stop()]);
  const store = createMongo({ MONGODB_URI: mongo, MONGODB_DATABASE: database });
  await store.db.dropDatabase();
  await store.close();
});

describe('the metrics of a called job', () => {
  it('count its requests by route, never by path', async () => {
    const text = await read(ports.api);
    const created = ['route="/campaigns/:campaignID/jobs"', 'method="POST"', 'status_class="2xx"'];
    expect(valueOf(text, 'http_requests_total', ...created)).toBe(1);
    expect(valueOf(text, 'http_request_duration_seconds_count', ...created)).toBe(1);
    expect(valueOf(text, 'http_requests_total', 'route="none"', 'status_class="4xx"')).toBe(2);
    expect(valueOf(text, 'outdial_auth_failures_total', 'status="401"')).toBe(1);
    expect(valueOf(text, 'outdial_jobs_created_total')).toBe(1);
    expect(valueOf(text, 'http_requests_in_flight')).toBe(0);
  });

  it('count its transitions, its call, its webhooks and its recording', async () => {
    const recorded = (text: string) => valueOf(text, 'outdial_recordings_total', 'result="stored"') === 1;
    const delivered = (text: string) => valueOf(text, 'outdial_webhook_deliveries_total', 'state="delivered"') === 5;
    const all = (seen: string) => recorded(seen) && delivered(seen);
    const text = await until(() => read(ports.worker), all, 60_000);
    const created = await read(ports.api);
    const course = ['created', 'scheduled', 'calling', 'analyzing', 'completed'];
    for (const [i, to] of course.entries())
      if (i > 0)
        expect(
          // The API plans the job when it stores it.
          valueOf(i === 1 ? created : text, 'outdial_job_transitions_total', `from="${course[i - 1]}"`, `to="${to}"`),
        ).toBe(1);
    expect(valueOf(text, 'outdial_calls_ended_total')).toBe(1);
    expect(valueOf(text, 'outdial_conversations_total', 'reason="conversation_complete"')).toBe(1);
    expect(valueOf(text, 'outdial_scheduling_lag_seconds_count')).toBe(1);
    expect(valueOf(text, 'outdial_scheduling_lag_seconds_sum')).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'outdial_active_calls')).toBe(0);
    expect(valueOf(text, 'outdial_call_slots')).toBe(100);
    expect(valueOf(text, 'outdial_webhook_attempts_total', 'outcome="success"')).toBe(5);
    expect(valueOf(text, 'outdial_webhook_lag_seconds_count')).toBe(5);
    for (const part of ['jobs', 'deliveries', 'imports', 'replans', 'retention', 'purge'])
      expect(valueOf(text, 'outdial_sweeper_last_success_timestamp_seconds', `part="${part}"`)).toBeGreaterThan(
        startedMs / 1_000,
      );
  });

  it('contain no number, name, key, ID or address', async () => {
    for (const text of [await read(ports.api), await read(ports.worker)])
      for (const secret of [number, number.slice(1), name, key, jobId, 'campaign_demo', 'org_default', receiver.url])
        expect(text).not.toContain(secret);
  });

  it('are served at one path and for GET only, including those of the Temporal SDK', async () => {
    expect(await read(ports.engine)).toContain('temporal_');
    const at = `http://127.0.0.1:${ports.api}`;
    expect((await fetch(`${at}/`)).status).toBe(404);
    expect((await fetch(`${at}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${api.url}/metrics`)).status).toBe(401);
  });

  it('are all documented, and the dashboard queries only existing ones', async () => {
    const exposed = [...namesIn(await read(ports.api)), ...namesIn(await read(ports.worker))];
    const page = readFileSync(resolve(root, 'docs/operations.md'), 'utf8');
    const own = exposed.filter((metric) => /^(outdial|http)_/.test(metric));
    expect(own.length).toBeGreaterThan(25);
    expect(own.filter((metric) => !page.includes(`\`${metric}\``))).toEqual([]);
    const dashboard = readFileSync(resolve(root, 'docs/operations/grafana.json'), 'utf8');
    const asked = [...dashboard.matchAll(/\b(?:outdial|http|nodejs|process)_[a-z_0-9]+/g)].map(([metric]) => metric);
    expect(asked.length).toBeGreaterThan(20);
    const known = new Set(
      exposed.flatMap((metric) => [metric, `${metric}_bucket`, `${metric}_sum`, `${metric}_count`]),
    );
    expect(asked.filter((metric) => !known.has(metric))).toEqual([]);
  });
});

describe('the trace of a job', () => {
  it('leads from the request through the workflow to the activities', async () => {
    // Spans are exported in batches after they end, so those of the last deliveries arrive after the job's.
    const complete = (names: string[]) =>
      names.includes('RunWorkflow:jobWorkflow') &&
      names.filter((name) => name === 'RunWorkflow:webhookDeliveryWorkflow').length === 5;
    await until(() => otlp.spans().map((span) => span.name), complete, 60_000);
    const request = otlp.spans().find((span) => span.name === 'POST /campaigns/:campaignID/jobs');
    expect(request).toMatchObject({ service: 'outdial-api', attributes: { 'http.response.status_code': 201 } });
    const trace = otlp.spans().filter(({ traceId }) => traceId === request?.traceId);
    const of = (spanName: string) => trace.filter((span) => span.name === spanName);
    expect(of('StartWorkflow:jobWorkflow')).toMatchObject([{ service: 'outdial-api', parentSpanId: request?.spanId }]);
    expect(of('RunWorkflow:jobWorkflow')).toMatchObject([{ service: 'outdial-worker' }]);
    for (const activity of ['placeCall', 'concludeCall'])
      expect({ activity, spans: of(`RunActivity:${activity}`).length }).toEqual({ activity, spans: 1 });
    expect(of('RunWorkflow:webhookDeliveryWorkflow').length).toBe(5);
    const ids = new Set(trace.map(({ spanId }) => spanId));
    const orphans = trace.filter((span) => span !== request && !ids.has(span.parentSpanId ?? ''));
    expect(orphans.map((span) => span.name)).toEqual([]);
  });

  it('leaves a history that workers without tracing can replay', async () => {
    quietRuntime();
    const temporal = createTemporal(temporalSettings(engine));
    const history = await temporal.client.workflow.getHandle(jobWorkflowId(jobId)).fetchHistory();
    await temporal.close();
    await Worker.runReplayHistory(
      { workflowBundle: { codePath: setting('OUTDIAL_TEST_BUNDLE') } },
      history,
      jobWorkflowId(jobId),
    );
  });

  it('contains only IDs and codes', () => {
    for (const secret of [number, number.slice(1), name, key, receiver.url]) expect(otlp.raw()).not.toContain(secret);
  });
});
