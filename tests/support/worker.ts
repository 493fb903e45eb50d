import { IllegalStateError } from '@temporalio/common';
import { DefaultLogger, makeTelemetryFilterString, Runtime, type NativeConnection } from '@temporalio/worker';
import { rowShape } from '../../shared/contracts/import-row';
import { pino } from 'pino';
import { createActivities, type Activities } from '../../activities';
import type { ActivityDeps, Clock } from '../../activities/deps';
import { createLimiter } from '../../activities/lib/limiter';
import { createRulesAnalyzer } from '../../shared/adapters/analysis/rules';
import { noMedia } from '../../shared/adapters/media/call-media';
import { noHangUp } from '../../shared/adapters/media/hang-up-client';
import { createRegistry } from '../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../shared/adapters/metrics/worker-metrics';
import { createMongo, type Mongo } from '../../shared/adapters/mongo/client';
import { createImportFiles } from '../../shared/adapters/mongo/import-files';
import { migrate } from '../../shared/adapters/mongo/migrate';
import { createRingLogRepository } from '../../shared/adapters/mongo/ring-log.repository';
import { createKeys } from '../../shared/adapters/mongo/keys';
import { createStore } from '../../shared/application/store';
import { loadNumberFacts } from '../../shared/adapters/numbers/facts-of-number';
import { loadNumberReader } from '../../shared/adapters/numbers/read-number';
import { loadZones } from '../../shared/adapters/numbers/zones-of-number';
import { createRedactor } from '../../shared/adapters/redaction/redactor';
import { createGridFsRecordingStore } from '../../shared/adapters/recordings/gridfs';
import { createOverridesValidator } from '../../shared/adapters/telephony/overrides';
import { createDeliveryDispatcher } from '../../shared/adapters/temporal/delivery-dispatcher';
import type { WorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import type { Histories } from '../../shared/adapters/temporal/histories';
import { createThreadTurns } from '../../shared/adapters/thread-turns';
import { createStreamAgent } from '../../shared/adapters/voice-agent/media-streams/agent';
import { createAgentConnector } from '../../shared/adapters/voice-agent/media-streams/connector';
import { createScriptedAgent } from '../../shared/adapters/voice-agent/scripted';
import { createSelectedAgent } from '../../shared/adapters/voice-agent/select-agent';
import { createWebhookSender } from '../../shared/adapters/webhook/sender';
import { openPolicy, type Policy } from '../../shared/domain/organization/policy';
import { taskQueues, type TaskQueue } from '../../shared/messages/task-queues';
import { testKeys } from './master-keys';
import { setting } from './setting';
import { TestWorker } from './test-worker';
import { createTestProvider, type TestProvider } from './test-provider';

/**
 * A failure that a test provokes is no news: only errors of the engine itself are shown. Before anything else of the engine is used. The
 * engine's runtime belongs to the process and ends with its last worker, so the one of an earlier file may still be there, as quiet.
 */
export function quietRuntime(): void {
  try {
    Runtime.install({
      logger: new DefaultLogger('ERROR'),
      telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
    });
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
}

const ownDatabase = (): string => `job_${process.pid}_${Math.random().toString(36).slice(2)}`;

/** A store, in a database of its own unless one is named, on the tests' MongoDB. */
export async function openTestStore(
  uri = setting('OUTDIAL_TEST_MONGODB'),
  database = ownDatabase(),
  policy: Policy = openPolicy,
) {
  // Tests start many activities at once, on machines that pause.
  const pool = { MONGODB_POOL_WAIT_SECONDS: 15 };
  const mongo = createMongo({ MONGODB_URI: uri, MONGODB_DATABASE: database, ...pool });
  await migrate(mongo.db);
  const keys = createKeys(mongo.db, testKeys);
  return {
    mongo,
    database,
    keys,
    store: createStore(mongo.db, keys, policy),
    ringLog: createRingLogRepository(mongo.db),
    /** Drops the database and disconnects. */
    drop: async (): Promise<void> => {
      await mongo.db.dropDatabase();
      await mongo.close();
    },
  };
}
export type TestStore = Awaited<ReturnType<typeof openTestStore>>;

export interface TestDeps extends ActivityDeps {
  provider: TestProvider;
  mongo: Mongo;
  close(): Promise<void>;
}

/** The dependencies of a test worker: everything is real but the clocks of the provider and of the activities. */
export async function createTestDeps({
  workflows,
  histories,
  clock,
}: {
  workflows: WorkflowClient;
  histories: Histories;
  clock: Clock;
}): Promise<TestDeps> {
  // Some tests count commands.
  const { mongo, keys, store, ringLog } = await openTestStore(
    `${setting('OUTDIAL_TEST_MONGODB')}&monitorCommands=true`,
  );
  const sender = createWebhookSender({ allowedCidrs: ['127.0.0.0/8', '::1/128'], showPrivateResponses: true });
  const logger = pino({ level: 'silent' });
  return {
    store,
    workflows,
    deliveries: createDeliveryDispatcher(workflows, logger),
    histories,
    provider: createTestProvider(ringLog, () => clock.nowMs()),
    agent: createSelectedAgent({
      scripted: createScriptedAgent(),
      stream: createStreamAgent({
        headers: store.agentHeaders,
        connector: createAgentConnector({ allowedCidrs: ['127.0.0.0/8'], allowedPorts: 'any' }),
      }),
    }),
    analyzer: createRulesAnalyzer(),
    analysis: {
      waitMs: 10_000,
      timeoutMs: 10_000,
      redact: ['credit_card', 'iban', 'ssn'],
      limiter: createLimiter(4),
      background: createLimiter(2),
    },
    redactor: createRedactor(),
    sender,
    media: noMedia,
    callWorkers: noHangUp,
    recordings: createGridFsRecordingStore(mongo.db),
    imports: {
      files: createImportFiles(mongo.db, keys.fileSeal),
      shape: rowShape,
      validateOverrides: createOverridesValidator([{ name: 'simulated' }]),
      loadZones,
      loadNumberFacts,
      loadNumberReader,
    },
    turns: createThreadTurns(),
    clock,
    logger,
    metrics: createWorkerMetrics(createRegistry()),
    mongo,
    close: async () => {
      await mongo.db.dropDatabase();
      await Promise.all([sender.close(), mongo.close()]);
    },
  };
}

export interface TestWorkers {
  stop(): Promise<void>;
}

export interface TestWorkerOptions {
  connection: NativeConnection;
  /** `default` unless given. */
  namespace?: string;
  queues: readonly TaskQueue[];
  /** 0: each task replays the whole history, as after a restart of the worker. */
  maxCachedWorkflows?: number;
  /** What takes the place of some of the real activities. */
  replace?: (real: Activities) => Partial<Activities>;
}

/** Workers in this process, on the bundle that the global set-up made. */
export async function startTestWorkers(
  deps: ActivityDeps,
  { connection, namespace = 'default', queues, maxCachedWorkflows, replace = () => ({}) }: TestWorkerOptions,
): Promise<TestWorkers> {
  const real = createActivities(deps);
  const activities = { ...real, ...replace(real) };
  const workflowBundle = { codePath: setting('OUTDIAL_TEST_BUNDLE') };
  const workers = await Promise.all(
    queues.map((queue) =>
      TestWorker.create({
        connection,
        namespace,
        taskQueue: taskQueues[queue],
        activities,
        ...(queue === 'calls' ? {} : { workflowBundle }),
        ...(maxCachedWorkflows === undefined ? {} : { maxCachedWorkflows }),
        shutdownGraceTime: 100,
        shutdownForceTime: 15_000,
      }),
    ),
  );
  const running = workers.map((worker) => worker.run());
  return {
    stop: async () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await Promise.all(running);
    },
  };
}
