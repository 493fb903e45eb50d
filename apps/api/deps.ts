import type { Logger } from '../../shared/adapters/logger';
import type { ApiMetrics } from '../../shared/adapters/metrics/api-metrics';
import type { ImportFiles } from '../../shared/adapters/mongo/import-files';
import type { RecordingStore } from '../../shared/adapters/recordings/recording-store';
import type { Redactor } from '../../shared/adapters/redaction/redactor';
import type { Store } from '../../shared/adapters/mongo/store';
import type { DestinationCheck } from '../../shared/adapters/webhook/destination';
import type { Flows } from '../../shared/adapters/temporal/flows';
import type { Tracing } from '../../shared/adapters/tracing/tracing';
import type { Carrier } from './live/carrier';
import type { Keyring } from './middleware/keyring';
import type { DownloadLimits } from './routing/downloads';
import type { JobMessenger } from './jobs/job-messenger';

/** What the handlers work with; made once, in main.ts or by a test. */
export interface ApiDeps {
  store: Store;
  /** Who the keys belong to. */
  keyring: Keyring;
  flows: Flows;
  messenger: JobMessenger;
  logger: Logger;
  metrics: ApiMetrics;
  /** Absent where traces are off. */
  tracing?: Pick<Tracing, 'request'> | undefined;
  /** Whether webhooks may be sent to an address. */
  destinations: DestinationCheck;
  /** The worker that carries a call, told to hang up at once. */
  carrier: Pick<Carrier, 'hangUp'>;
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
