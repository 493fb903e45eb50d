import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createApp } from '../../apps/api/app';
import type { ApiDeps } from '../../apps/api/http/deps';
import { createEventStreams, type EventStreamLimits } from '../../apps/api/events/event-streams';
import { createCallWorkerClient } from '../../apps/api/live/call-worker-client';
import { createLiveGateway } from '../../apps/api/live/gateway';
import { createJobDispatcher } from '../../apps/api/jobs/job-dispatcher';
import type { ListenerLimits } from '../../apps/api/live/gateway';
import { createApiKeyCache } from '../../apps/api/http/api-key-cache';
import { createSessionCache } from '../../apps/api/http/session-cache';
import type { RateLimits } from '../../apps/api/rate-limit/rate-limit';
import { createRateLimiters } from '../../apps/api/rate-limit/rate-limit';
import { downloadLimits } from '../../apps/api/http/downloads';
import { serve } from '../../apps/api/http/serve';
import { newId } from '../../shared/adapters/ids';
import type { Logger } from '../../shared/adapters/logger';
import { createMediaTokens } from '../../shared/adapters/media/media-token';
import { createApiMetrics } from '../../shared/adapters/metrics/api-metrics';
import { createRegistry } from '../../shared/adapters/metrics/registry';
import { createMongo, type Mongo, type MongoSettings } from '../../shared/adapters/mongo/client';
import { createImportFiles } from '../../shared/adapters/mongo/import-files';
import { migrate } from '../../shared/adapters/mongo/migrate';
import { createRedactor } from '../../shared/adapters/redaction/redactor';
import { createGridFsRecordingStore } from '../../shared/adapters/recordings/gridfs';
import { createSealedRecordingStore } from '../../shared/adapters/recordings/sealed';
import { createKeys } from '../../shared/adapters/mongo/keys';
import { createStore, type Store } from '../../shared/application/store';
import { createOverridesValidator } from '../../shared/adapters/telephony/overrides';
import { createTemporal } from '../../shared/adapters/temporal/client';
import { createDeliveryDispatcher } from '../../shared/adapters/temporal/delivery-dispatcher';
import { createWorkflowClient, type WorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import { createHistories, type Histories } from '../../shared/adapters/temporal/histories';
import { createReceiverCheck } from '../../shared/adapters/webhook/receiver-check';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import type { CallRecord } from '../../shared/domain/call/call-record';
import type { Job } from '../../shared/domain/job/job';
import { noMetrics } from '../../shared/domain/job/metrics';
import { openPolicy, type Policy } from '../../shared/domain/organization/policy';
import { createCaller, type Caller } from './caller';
import { engineTimeouts } from './deadline';
import { testKeys } from './master-keys';
import { createProcessParts } from './process-parts';
import { setting } from './setting';
import { noTemporal, type TemporalPlace, temporalSettings } from './temporal-namespace';

export { testCampaign, type Caller } from './caller';

export interface TestApi extends Caller {
  url: string;
  mongo: Mongo;
  store: Store;
  workflows: WorkflowClient;
  histories: Histories;
  /** Another organization, with a key and a campaign of its own. */
  anotherCaller(campaign?: Partial<CampaignConfig>): Promise<Caller>;
  /** Stores a job as it would stand after some moves. */
  insertJob(job?: Partial<Job>): Promise<Job>;
  insertCall(job: Job, call?: Partial<CallRecord>): Promise<CallRecord>;
  stop(): Promise<void>;
}

export interface TestApiOptions {
  mongodbUri?: string;
  mongoLimits?: Omit<MongoSettings, 'MONGODB_URI' | 'MONGODB_DATABASE'>;
  /** The shared server and its default namespace unless given. */
  temporal?: TemporalPlace;
  /** Instead of the workflow engine. */
  workflows?: WorkflowClient;
  logger?: Logger;
  deps?: Partial<ApiDeps>;
  /** The default policy of organizations; without limits unless given. */
  policy?: Policy;
  /** None unless given. */
  rateLimits?: RateLimits;
  /** How many may listen at one time. */
  listeners?: ListenerLimits;
  /** How many streams of events may be open. */
  eventStreams?: EventStreamLimits;
  /** After how long a worker that says nothing is gone. */
  workerGoneAfterMs?: number;
}

/** The smallest body of a job. */
export const aJobBody = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  ContactPhoneNumber: '+14155550123',
  ...fields,
});

function jobInserter(store: Store, caller: Caller) {
  return async (fields: Partial<Job> = {}): Promise<Job> => {
    const now = Date.now();
    const job: Job = {
      ID: newId('job'),
      OrgID: caller.orgId,
      CampaignID: caller.campaignId,
      PhoneNumber: '+14155550123',
      Overrides: {},
      State: 'created',
      Sequence: 1,
      EventTimeMS: now,
      CreatedMS: now,
      UpdatedMS: now,
      CampaignVersion: null,
      Metrics: noMetrics,
      CallCount: 0,
      ...fields,
    };
    await store.jobs.insert(job);
    return job;
  };
}

const callInserter =
  (mongo: Mongo, { dataKeys, calls }: Pick<Store, 'dataKeys' | 'calls'>) =>
  async (job: Job, fields: Partial<CallRecord> = {}): Promise<CallRecord> => {
    const call: CallRecord = {
      ID: `call_${job.ID}_${fields.Attempt ?? 1}`,
      JobID: job.ID,
      OrgID: job.OrgID,
      CampaignID: job.CampaignID,
      Attempt: 1,
      State: 'active',
      CreatedMS: job.CreatedMS,
      Messages: [],
      ...fields,
    };
    const { ID, Messages, Analysis, StopReason, Error, ...rest } = call;
    const cipher = await dataKeys.of(job.ID);
    await mongo.db.collection<Record<string, unknown> & { _id: string }>('calls').insertOne({
      ...rest,
      _id: ID,
      ...(Analysis === undefined ? {} : { Analysis: cipher.seal(JSON.stringify(Analysis), `${ID}/Analysis`) }),
      ...(StopReason === undefined ? {} : { StopReason: cipher.seal(StopReason, `${ID}/StopReason`) }),
      ...(Error === undefined ? {} : { Error: cipher.seal(Error, `${ID}/Error`) }),
    });
    for (const [index, message] of Messages.entries()) await calls.addMessage(call, message, index + 1);
    return call;
  };

/**
 * The API in this process, on a free port, with a database of its own. `stop` drops the database; workflows that were started stay
 * with the engine.
 */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const mongo = createMongo({
    MONGODB_URI: options.mongodbUri ?? setting('OUTDIAL_TEST_MONGODB'),
    MONGODB_DATABASE: `test_${randomBytes(8).toString('hex')}`,
    // Tests insert many documents at once, on machines that pause; no client of theirs would repeat a 503.
    MONGODB_POOL_WAIT_SECONDS: 15,
    MONGODB_READ_SECONDS: 30,
    ...options.mongoLimits,
  });
  const logger = options.logger ?? pino({ level: 'silent' });
  const shared = { ...noTemporal, address: process.env['OUTDIAL_TEST_TEMPORAL'] ?? noTemporal.address };
  const temporal = createTemporal(temporalSettings(options.temporal ?? shared));
  const workflows = options.workflows ?? createWorkflowClient(temporal.client, engineTimeouts);
  const keys = createKeys(mongo.db, testKeys);
  const store = createStore(mongo.db, keys, options.policy ?? openPolicy);
  const deliveries = createDeliveryDispatcher(workflows, logger);
  const nowMs = options.deps?.nowMs ?? (() => Date.now());
  const dispatcher = createJobDispatcher({ store, workflows, deliveries, nowMs, logger });
  const apiKeyCache = createApiKeyCache(store.apiKeys, store.auditLog, () => Date.now());
  const sessionCache = createSessionCache(store.sessions, nowMs);
  const limits = options.eventStreams ?? { perKey: 10, perOrganization: 1_000, perProcess: 1_000 };
  const eventStreams = createEventStreams({ store, apiKeyCache, sessionCache, limits, logger, nowMs });
  const deps: ApiDeps = {
    store,
    apiKeyCache,
    sessionCache,
    deliveries,
    eventStreams,
    workflows,
    dispatcher,
    logger,
    metrics: createApiMetrics(createRegistry()),
    destinations: createReceiverCheck({
      allowedCidrs: ['127.0.0.0/8', '::1/128'],
      allowHttp: true,
      allowedPorts: 'any',
    }),
    agentNetworks: { allowedCidrs: ['127.0.0.0/8'], allowedPorts: 'any' },
    callWorkers: createCallWorkerClient(createMediaTokens(testKeys), () => Date.now()),
    redactor: createRedactor(),
    validateOverrides: createOverridesValidator([{ name: 'simulated' }]),
    trunks: [{ name: 'simulated' }],
    recordings: createSealedRecordingStore(createGridFsRecordingStore(mongo.db), keys.dataKeys),
    imports: { files: createImportFiles(mongo.db, keys.fileSeal), retentionMs: 86_400_000 },
    downloads: downloadLimits,
    redeliveriesPerHour: 0,
    publicUrl: 'http://outdial.test',
    waitForHold: () => Promise.resolve(),
    ...createProcessParts(store, { MongoDB: () => mongo.ping(), Temporal: () => temporal.ping() }, nowMs),
    ...options.deps,
  };
  const rateLimits = createRateLimiters(options.rateLimits ?? { perKey: 0, perOrganization: 0 }, deps);
  const served = await serve(createApp(deps, rateLimits), { host: '127.0.0.1', port: 0 });
  const live = createLiveGateway({
    ...deps,
    callWorkers: createCallWorkerClient(createMediaTokens(testKeys), deps.nowMs, options.workerGoneAfterMs),
    rateLimits,
    limits: options.listeners ?? { perCall: 20, perOrganization: 200 },
  });
  live.attach(served.server);
  await migrate(mongo.db);
  const caller = await createCaller(served.url, store, {});
  return {
    ...caller,
    url: served.url,
    mongo,
    store,
    workflows,
    histories: createHistories(temporal.client),
    anotherCaller: (campaign = {}) => createCaller(served.url, store, campaign),
    insertJob: jobInserter(store, caller),
    insertCall: callInserter(mongo, store),
    stop: async () => {
      await Promise.all([live.close(), eventStreams.close(), served.stop()]);
      await dispatcher.close();
      await deliveries.close();
      await mongo.db.dropDatabase();
      await mongo.close();
      // A client of an unavailable engine has retries pending, which throw on a closed channel.
      if (options.temporal?.address !== noTemporal.address) await temporal.close();
    },
  };
}
