import type { RowRules } from '../shared/domain/import/validate-row';
import type { CallAnalyzer } from '../shared/adapters/analysis/call-analyzer';
import type { Logger } from '../shared/adapters/logger';
import type { CallMedia } from '../shared/adapters/media/call-media';
import type { ActivityMetrics } from '../shared/adapters/metrics/worker-metrics';
import type { ImportFiles } from '../shared/adapters/mongo/import-files';
import type { RecordingStore } from '../shared/adapters/recordings/recording-store';
import type { Redactor } from '../shared/adapters/redaction/redactor';
import type { Store } from '../shared/application/store';
import type { TelephonyProvider } from '../shared/adapters/telephony/telephony';
import type { WorkflowClient } from '../shared/adapters/temporal/workflow-client';
import type { Histories } from '../shared/adapters/temporal/histories';
import type { VoiceAgent } from '../shared/adapters/voice-agent/voice-agent';
import type { WebhookSender } from '../shared/adapters/webhook/sender';

/** The time by which rules are judged: the moment of execution, never the moment a step was asked for, so that a late one is not wrong. */
export interface Clock {
  nowMs(): number | Promise<number>;
}

/** The outside world, as the activities are given it. */
export interface ActivityDeps {
  store: Store;
  workflows: WorkflowClient;
  /** What the engine keeps of workflows, to be erased. */
  histories: Histories;
  provider: TelephonyProvider;
  agent: VoiceAgent;
  analyzer: CallAnalyzer;
  /** What is said and found goes through it before it is stored. */
  redactor: Redactor;
  sender: WebhookSender;
  /** Who hears the calls of this process. */
  media: CallMedia;
  /** Where the recordings of calls are, to be erased. */
  recordings: Pick<RecordingStore, 'eraseCall'>;
  clock: Clock;
  /** The uploaded files, what this installation's integrations ask of a row, and where numbers are. */
  imports: { files: ImportFiles } & Pick<RowRules, 'shape' | 'validateIntegrations' | 'loadZones'>;
  logger: Logger;
  /** What operators count. */
  metrics: ActivityMetrics;
}
