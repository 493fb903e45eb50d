import type { Readable } from 'node:stream';
import type { Dependencies } from '../../../shared/adapters/dependencies';
import type { Logger } from '../../../shared/adapters/logger';
import type { CallHangUp } from '../../../shared/adapters/media/hang-up-client';
import type { ApiMetrics } from '../../../shared/adapters/metrics/api-metrics';
import type { ImportFiles } from '../../../shared/adapters/mongo/import-files';
import type { CampaignKey } from '../../../shared/adapters/mongo/jobs/list';
import type { CountsPart, StoredCounts } from '../../../shared/adapters/mongo/stats/read';
import type { PrerequisiteStates } from '../../../shared/adapters/prerequisites';
import type { RecordingStore } from '../../../shared/adapters/recordings/recording-store';
import type { Redactor } from '../../../shared/adapters/redaction/redactor';
import type { OverridesValidator } from '../../../shared/adapters/telephony/overrides';
import type { Trunk } from '../../../shared/domain/campaign/trunk';
import type { DeliveryDispatcher } from '../../../shared/adapters/temporal/delivery-dispatcher';
import type { JobRef, WorkflowClient } from '../../../shared/adapters/temporal/workflow-client';
import type { Tracing } from '../../../shared/adapters/tracing/tracing';
import type { AgentNetworks } from '../../../shared/adapters/voice-agent/media-streams/destination';
import type { ReceiverCheck } from '../../../shared/adapters/webhook/receiver-check';
import type { Store } from '../../../shared/application/store';
import type { BulkImport, JobCounts } from '../../../shared/domain/import/import';
import type { JobSettings } from '../../../shared/application/job-context';
import type { Job } from '../../../shared/domain/job/job';
import type { Turns } from '../../../shared/domain/turns';
import type { WebhookEventType } from '../../../shared/domain/webhook/event';
import type { ApiKeyCache } from './api-key-cache';
import type { DownloadLimits } from './downloads';
import type { SessionCache } from './session-cache';

/**
 * Starts and wakes workflows after a write to the database, without making the request wait. Best effort: each call
 * only repeats the job's document, and the sweeper catches up on whatever is lost.
 */
export interface JobDispatcher {
  /** Publishes a new job and starts its workflow. @param job as it was planned by the settings */
  start(job: Job, settings: JobSettings): void;
  /** Wakes a job's workflow so that it reads the new request in its document. */
  wake(job: JobRef): void;
  /** Starts the erasure of a job's personal data. */
  erase(job: JobRef): void;
}

/** Counts, and the instant at which they were read. */
export interface Counted<T> {
  counts: T;
  countedMs: number;
}

export interface JobCountReads {
  /** The kept counts of a campaign: every change before the instant is in them. */
  kept: (key: CampaignKey, part: CountsPart) => Promise<Counted<StoredCounts>>;
  byImport(bulkImport: BulkImport): Promise<Counted<JobCounts>>;
}

/** Who reads a stream of events, which of them, and from where. */
export interface EventStreamRequest {
  orgId: string;
  keyId: string;
  /** The token of the session that makes the request; the stream ends with it. */
  sessionToken?: string | undefined;
  /** Only events of these campaigns. */
  campaignIds?: readonly string[] | undefined;
  jobIds?: readonly string[] | undefined;
  kinds?: readonly WebhookEventType[] | undefined;
  /** The `Last-Event-ID` of the client; only what comes if absent. */
  lastEventId?: string | undefined;
}

export interface EventStreams {
  /** @throws {ProblemError} 400 for a malformed `Last-Event-ID`, 429 if too many streams are open */
  open(request: EventStreamRequest): Promise<Readable>;
}

/** The dependencies of the handlers; created once, in main.ts or by a test. */
export interface ApiDeps {
  store: Store;
  /** Finds the record of an API key. */
  apiKeyCache: ApiKeyCache;
  /** Finds the session of a cookie. */
  sessionCache: SessionCache;
  workflows: WorkflowClient;
  dispatcher: JobDispatcher;
  /** Starts the workflows of stored deliveries in the background. */
  deliveries: Pick<DeliveryDispatcher, 'start'>;
  eventStreams: EventStreams;
  logger: Logger;
  metrics: ApiMetrics;
  /** Absent when tracing is off. */
  tracing?: Pick<Tracing, 'request'> | undefined;
  /** Checks whether webhooks may be sent to a URL. */
  destinations: ReceiverCheck;
  /** Where voice agents may be. */
  agentNetworks: AgentNetworks;
  /** Pushes stops to the workers that handle calls. */
  callWorkers: CallHangUp;
  /** Redacts free text about a call before it is stored. */
  redactor: Redactor;
  /** Validates the overrides that concern telephony. */
  validateOverrides: OverridesValidator;
  /** All trunks of the installation. */
  trunks: readonly Trunk[];
  recordings: Pick<RecordingStore, 'find'>;
  imports: { files: ImportFiles; retentionMs: number };
  downloads: DownloadLimits;
  /** Long computations for requests, one at a time in this process. */
  turns: Turns;
  /** Deliveries per organization and hour that requests repeat, and test events; 0 means no limit. */
  redeliveriesPerHour: number;
  /** The URL at which clients reach this API, without a trailing slash. */
  publicUrl: string;
  /** The build of the console; absent if it is off. */
  consoleFolder?: string | undefined;
  /** Where Temporal's UI lists the workflows of the namespace, without a trailing slash. */
  workflowsUrl?: string | undefined;
  nowMs: () => number;
  /** See `hold-calls`. */
  waitForHold: () => Promise<void>;
  /** Checks the servers that the process depends on. */
  dependencies: Dependencies;
  /** What the deployment still lacks, as far as it is known. */
  prerequisites: () => PrerequisiteStates;
  /** Counts of jobs, shared by concurrent and frequent requests. */
  counts: JobCountReads;
  /** True once {@link ApiDeps.store} holds what the first start creates. */
  bootstrapped: () => boolean;
  /** True once shutdown has begun. */
  draining: () => boolean;
}
