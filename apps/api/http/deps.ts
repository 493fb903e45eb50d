import type { Logger } from '../../../shared/adapters/logger';
import type { ApiMetrics } from '../../../shared/adapters/metrics/api-metrics';
import type { ImportFiles } from '../../../shared/adapters/mongo/import-files';
import type { RecordingStore } from '../../../shared/adapters/recordings/recording-store';
import type { Redactor } from '../../../shared/adapters/redaction/redactor';
import type { Store } from '../../../shared/application/store';
import type { ReceiverCheck } from '../../../shared/adapters/webhook/receiver-check';
import type { WorkflowClient } from '../../../shared/adapters/temporal/workflow-client';
import type { Tracing } from '../../../shared/adapters/tracing/tracing';
import type { CallWorkerClient } from '../live/call-worker-client';
import type { ApiKeyCache } from './api-key-cache';
import type { DownloadLimits } from './downloads';
import type { JobDispatcher } from '../jobs/job-dispatcher';

/** The dependencies of the handlers; created once, in main.ts or by a test. */
export interface ApiDeps {
  store: Store;
  /** Finds the record of an API key. */
  apiKeyCache: ApiKeyCache;
  workflows: WorkflowClient;
  dispatcher: JobDispatcher;
  logger: Logger;
  metrics: ApiMetrics;
  /** Absent when tracing is off. */
  tracing?: Pick<Tracing, 'request'> | undefined;
  /** Checks whether webhooks may be sent to a URL. */
  destinations: ReceiverCheck;
  /** Makes the worker that handles a call hang up. */
  callWorkers: Pick<CallWorkerClient, 'hangUp'>;
  /** Redacts free text about a call before it is stored. */
  redactor: Redactor;
  recordings: Pick<RecordingStore, 'find'>;
  imports: { files: ImportFiles; retentionMs: number };
  downloads: DownloadLimits;
  /** The URL at which clients reach this API, without a trailing slash. */
  publicUrl: string;
  nowMs: () => number;
  /** The readiness checks; each rejects when its server does not answer. */
  pings: { MongoDB: () => Promise<void>; Temporal: () => Promise<void> };
  /** True once shutdown has begun. */
  draining: () => boolean;
}
