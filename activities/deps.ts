import type { Extractor } from '../shared/domain/call/extraction';
import type { RowRules } from '../shared/domain/import/validate-row';
import type { RedactionEntity } from '../shared/domain/job/redaction';
import type { Turns } from '../shared/domain/turns';
import type { CallAnalyzer } from '../shared/adapters/analysis/call-analyzer';
import type { Logger } from '../shared/adapters/logger';
import type { CallMedia } from '../shared/adapters/media/call-media';
import type { CallHangUp } from '../shared/adapters/media/hang-up-client';
import type { ActivityMetrics } from '../shared/adapters/metrics/worker-metrics';
import type { ImportFiles } from '../shared/adapters/mongo/import-files';
import type { RecordingStore } from '../shared/adapters/recordings/recording-store';
import type { Redactor } from '../shared/adapters/redaction/redactor';
import type { Store } from '../shared/application/store';
import type { OverridesValidator } from '../shared/adapters/telephony/overrides';
import type { TelephonyProvider } from '../shared/adapters/telephony/telephony';
import type { DeliveryDispatcher } from '../shared/adapters/temporal/delivery-dispatcher';
import type { WorkflowClient } from '../shared/adapters/temporal/workflow-client';
import type { Histories } from '../shared/adapters/temporal/histories';
import type { VoiceAgent } from '../shared/adapters/voice-agent/voice-agent';
import type { WebhookSender } from '../shared/adapters/webhook/sender';
import type { Limiter } from './lib/limiter';

/**
 * The time at which rules are evaluated: the moment of execution, never of the request, so that a late activity still
 * decides correctly.
 */
export interface Clock {
  nowMs(): number | Promise<number>;
}

export interface AnalysisOptions {
  /** How long a job waits for the model after a call, in ms; 0 leaves all analyses to the background. */
  waitMs: number;
  /** How long an analysis in the background may take, in ms. */
  timeoutMs: number;
  /** What is redacted before a transcript leaves, in addition to what the job redacts. */
  redact: readonly RedactionEntity[];
  /** Bounds the requests of this process at a time. */
  limiter: Limiter;
  /** Bounds those of the background further. */
  background: Limiter;
}

/** Everything outside the activities that they depend on. */
export interface ActivityDeps {
  store: Store;
  workflows: WorkflowClient;
  /** Starts the workflows of stored deliveries in the background. */
  deliveries: Pick<DeliveryDispatcher, 'start'>;
  /** Workflow histories at Temporal, for erasure. */
  histories: Histories;
  provider: TelephonyProvider;
  agent: VoiceAgent;
  analyzer: CallAnalyzer;
  /** The model that fills the data of analyses; absent if the operator has set none up. */
  extractor?: Extractor | undefined;
  /** How the model is used. */
  analysis: AnalysisOptions;
  /** Redacts transcripts and analyses before they are stored. */
  redactor: Redactor;
  sender: WebhookSender;
  /** Consumers of the audio of this process's calls. */
  media: CallMedia;
  /** Pushes stops to the workers that handle calls, this one included. */
  callWorkers: CallHangUp;
  /** Recordings of calls, for erasure. */
  recordings: Pick<RecordingStore, 'eraseCall'>;
  clock: Clock;
  /** Uploaded files, and what row validation needs besides the campaign. */
  imports: { files: ImportFiles; validateOverrides: OverridesValidator } & Pick<
    RowRules,
    'shape' | 'loadZones' | 'loadNumberFacts' | 'loadNumberReader'
  >;
  /** Long computations of this process, whose calls and leases must not wait for them. */
  turns: Turns;
  logger: Logger;
  metrics: ActivityMetrics;
}
