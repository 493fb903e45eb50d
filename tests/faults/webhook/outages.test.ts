import { createWebhookSecret } from '../../../shared/adapters/webhook/signature';
import type { Job } from '../../../shared/domain/job/job';
import { isRunning } from '../../../shared/domain/job/state';
import { webhookMessageIdOf } from '../../../shared/domain/webhook/event';
import { webhookDeliveryWorkflowId } from '../../../shared/messages/workflow-ids';
import { orgId } from '../../support/builders';
import { createProcessEnv, type ProcessEnv } from '../../support/process-env';
import { createProcesses, type TemporalProcess, type TestProcess } from '../../support/processes';
import { failing, ok, startReceiver, type Receiver } from '../../support/receiver';
import { until } from '../../support/until';

describe('what dies while events are on their way', () => {
  const processes = createProcesses();
  let temporal: TemporalProcess;
  let mongo: TestProcess & { uri: string };
  let worker: TestProcess;
  let testEnv: ProcessEnv;
  let receiver: Receiver;
  let webhookId: string;
  let count = 0;

  beforeAll(async () => {
    [temporal, mongo] = await Promise.all([processes.temporal({ onDisk: true }), processes.mongo()]);
    testEnv = await createProcessEnv({ mongo: mongo.uri, temporal });
    // Calls go on where webhooks die: a lost line has tests of its own.
    await processes.worker({ ...testEnv.env, WORKER_QUEUES: 'jobs,calls' });
    worker = await processes.worker({ ...testEnv.env, WORKER_QUEUES: 'webhooks' });
  }, 90_000);
  afterAll(async () => {
    await testEnv.close();
    await processes.end();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    webhookId = `webhook_${++count}`;
    await testEnv.store.webhooks.insert(
      { ID: webhookId, OrgID: orgId, DestinationURL: receiver.url, CreatedMS: Date.now() - 1_000, Enabled: true },
      { secrets: [createWebhookSecret()], headers: {} },
    );
  });
  afterEach(async () => {
    await testEnv.store.webhooks.remove(orgId, webhookId);
    await receiver.stop();
  });

  const deliveries = async () => (await testEnv.store.deliveries.list({ webhookId }, 1_000)).deliveries;
  const start = async (): Promise<string> => {
    const job = await testEnv.insert();
    await testEnv.workflows.startJob(job).catch(() => undefined);
    return job.ID;
  };

  /** The events that must have arrived, by the jobs' documents: every transition, from the first. */
  const expectedEvents = (jobs: readonly Job[]): string[] =>
    jobs
      .flatMap(({ ID, Sequence }) =>
        Array.from({ length: Sequence }, (_, index) => webhookMessageIdOf({ jobId: ID, sequence: index + 1 })),
      )
      .sort();

  /** Ended, or waiting for a call long from now: a call that found no store was ended, and is tried again by the campaign's rules. */
  const atRest = (job: Job): boolean =>
    !isRunning(job.State) || (job.State === 'scheduled' && (job.NextCallMS ?? 0) > Date.now() + 120_000);

  /** Waits for the jobs' rest and for every delivery of them, then holds the receiver's list against the jobs' records. */
  async function everyEventArrived(jobIds: readonly string[]): Promise<void> {
    const jobs: Job[] = [];
    for (const id of jobIds) {
      const ended = await until(() => testEnv.load(id), atRest, 90_000);
      jobs.push(ended);
    }
    const expected = expectedEvents(jobs);
    const arrived = () => [...new Set(receiver.received.map(({ headers }) => headers['webhook-id'] ?? ''))].sort();
    await until(arrived, (ids) => ids.length >= expected.length, 90_000);
    expect(arrived()).toEqual(expected);
    expect(expected.length).toBeGreaterThanOrEqual(4 * jobIds.length);
    const all = await until(deliveries, (list) => list.every(({ State }) => State === 'delivered'), 60_000);
    // The log says what happened: an attempt for each, and none was burned by our own trouble.
    for (const { Attempts } of all) expect(Attempts).toMatchObject([{ Number: 1, Status: 204 }]);
  }

  it('the worker, killed in mid-POST: the request is made once more under the same id, and no attempt is lost', async () => {
    receiver.behave({ kind: 'hang' });
    const jobId = await start();
    await until(
      () => receiver.received.length,
      (n) => n >= 1,
      20_000,
    );
    await worker.kill();
    expect((await deliveries()).every(({ Attempts }) => Attempts.length === 0)).toBe(true);
    const inFlight = receiver.received.map(({ headers }) => headers['webhook-id']);
    receiver.behave(ok);
    await worker.start();
    await everyEventArrived([jobId]);
    const again = receiver.received.filter(({ headers }) => headers['webhook-id'] === inFlight[0]);
    expect(again.length).toBeGreaterThanOrEqual(2);
    expect(new Set(again.map(({ body }) => body)).size).toBe(1);
    // The policy would wait before the next try, six hours at a late one: a lost worker ends the activity instead.
    const sequence = Number(/_(\d+)$/.exec(inFlight[0] ?? '')?.[1]);
    const workflowId = webhookDeliveryWorkflowId({ webhookId, jobId, sequence });
    const { events } = await testEnv.temporal.client.workflow.getHandle(workflowId).fetchHistory();
    expect(events?.some((event) => event.activityTaskTimedOutEventAttributes)).toBe(true);
  }, 180_000);

  it('Temporal, killed and restarted while events stream: every one arrives', async () => {
    const jobs = await Promise.all(Array.from({ length: 5 }, start));
    await until(
      () => receiver.received.length,
      (n) => n >= 5,
      30_000,
    );
    await temporal.kill();
    const createdDuringOutage = await start();
    await temporal.start();
    await everyEventArrived([...jobs, createdDuringOutage]);
  }, 240_000);

  it('Temporal, killed while an attempt waits: the next one comes at its instant, not at the restart', async () => {
    const waitMs = 20_000;
    const refusal = { kind: 'answer', status: 503, headers: { 'retry-after': String(waitMs / 1000) } } as const;
    const refused = new Set<string>();
    receiver.behave(({ headers }) => {
      const id = headers['webhook-id'] ?? '';
      if (refused.has(id)) return ok;
      refused.add(id);
      return refusal;
    });
    const jobId = await start();
    await until(deliveries, (list) => list.some(({ Attempts }) => Attempts.length === 1), 20_000);
    await temporal.kill();
    await temporal.start();
    await until(
      () => testEnv.load(jobId),
      (job) => !isRunning(job.State),
      90_000,
    );
    const all = await until(deliveries, (list) => list.every(({ State }) => State === 'delivered'), 90_000);
    expect(all.length).toBeGreaterThanOrEqual(4);
    for (const { Attempts } of all) {
      expect(Attempts).toMatchObject([
        { Number: 1, Status: 503 },
        { Number: 2, Status: 204 },
      ]);
      expect(Attempts[1]!.AtMS - Attempts[0]!.AtMS).toBeGreaterThanOrEqual(waitMs);
    }
  }, 240_000);

  it('MongoDB, killed and restarted while events stream: every one arrives', async () => {
    const jobs = await Promise.all(Array.from({ length: 5 }, start));
    await until(
      () => receiver.received.length,
      (n) => n >= 5,
      30_000,
    );
    await mongo.kill();
    await mongo.start();
    await everyEventArrived(jobs);
  }, 240_000);

  it('the receiver: 500 at first, then 200; the second attempt comes five seconds later at the earliest, under the same id', async () => {
    receiver.behave((_received, n) => (n <= 1 ? failing : ok));
    const jobId = await start();
    await until(
      () => testEnv.load(jobId),
      (job) => !isRunning(job.State),
      60_000,
    );
    const all = await until(
      deliveries,
      (list) => list.length >= 5 && list.every(({ State }) => State === 'delivered'),
      30_000,
    );
    const failed = all.filter(({ Attempts }) => Attempts.length > 1);
    expect(failed).toMatchObject([
      {
        Attempts: [
          { Status: 500, ErrorClass: 'http_5xx', ResponseBody: 'no' },
          { Number: 2, Status: 204 },
        ],
      },
    ]);
    const [first, second] = failed[0]!.Attempts;
    expect(second!.AtMS - first!.AtMS).toBeGreaterThanOrEqual(5_000);
  }, 120_000);
});
