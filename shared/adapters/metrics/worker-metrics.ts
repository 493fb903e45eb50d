import { Gauge, type Registry } from 'prom-client';
import { createAnalysisMetrics, type AnalysisMetrics } from './analysis-metrics';
import { createCallMetrics, type CallMetrics } from './call-metrics';
import { createImportMetrics, type ImportMetrics } from './import-metrics';
import { createJobMetrics, type JobMetrics } from './job-metrics';
import { createRecordingMetrics, type RecordingMetrics } from './recording-metrics';
import { createSweeperMetrics, type SweeperMetrics } from './sweeper-metrics';
import { createWebhookMetrics, type WebhookMetrics } from './webhook-metrics';

/** The metrics that activities record, without a dependency on Prometheus. */
export interface ActivityMetrics {
  jobs: JobMetrics;
  calls: CallMetrics;
  analyses: AnalysisMetrics;
  webhooks: WebhookMetrics;
  imports: ImportMetrics;
  sweeper: SweeperMetrics;
}

/** Metrics of a worker process. */
export interface WorkerMetrics extends ActivityMetrics {
  recordings: RecordingMetrics;
  /** Sets the maximum number of concurrent calls of this process. */
  setCallSlots(slots: number): void;
}

/** @param registry must not hold these metrics yet: Prometheus registers a name once */
export function createWorkerMetrics(registry: Registry): WorkerMetrics {
  const slots = new Gauge({
    name: 'outdial_call_slots',
    help: 'Maximum concurrent calls of this process; 0 for a worker without the calls queue.',
    registers: [registry],
  });
  return {
    jobs: createJobMetrics(registry),
    calls: createCallMetrics(registry),
    analyses: createAnalysisMetrics(registry),
    webhooks: createWebhookMetrics(registry),
    imports: createImportMetrics(registry),
    sweeper: createSweeperMetrics(registry),
    recordings: createRecordingMetrics(registry),
    setCallSlots: (count) => slots.set(count),
  };
}
