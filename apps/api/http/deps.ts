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

/** What the handlers work with; made once, in main.ts or by a test. */
export interface ApiDeps {
  store: Store;
  /** Who the keys belong to. */
  apiKeyCache: ApiKeyCache;
  workflows: WorkflowClient;
  dispatcher: JobDispatcher;
  logger: Logger;
  metrics: ApiMetrics;
  /** Absent where traces are off. */
  tracing?: Pick<Tracing, 'request'> | undefined;
  /** Whether webhooks may be sent to an address. */
  destinations: ReceiverCheck;
  /** The worker that carries a call, told to hang up at once. */
  callWorkers: Pick<CallWorkerClient, 'hangUp'>;
  /** What people write of a call goes through it before it is stored. */
  redactor: Redactor;
  recordings: Pick<RecordingStore, 'find'>;
  imports: { files: ImportFiles; retentionMs: number };
  downloads: DownloadLimits;
  /** Where clients reach this API, without a trailing slash. */
  publicUrl: string;
  nowMs: () => number;
  /** What readiness asks; each rejects when the server behind it does not answer. */
  pings: { MongoDB: () => Promise<void>; Temporal: () => Promise<void> };
  /** True once the process was told to end. */
  draining: () => boolean;
}
