import { Gauge, type Registry } from 'prom-client';
import { createCallMetrics, type CallMetrics } from './call-metrics';
import { createImportMetrics, type ImportMetrics } from './import-metrics';
import { createJobMetrics, type JobMetrics } from './job-metrics';
import { createRecordingMetrics, type RecordingMetrics } from './recording-metrics';
import { createSweeperMetrics, type SweeperMetrics } from './sweeper-metrics';
import { createWebhookMetrics, type WebhookMetrics } from './webhook-metrics';

/** What the activities count; they do not know how. */
export interface ActivityMetrics {
  jobs: JobMetrics;
  calls: CallMetrics;
  webhooks: WebhookMetrics;
  imports: ImportMetrics;
  sweeper: SweeperMetrics;
}

/** What a worker process counts. */
export interface WorkerMetrics extends ActivityMetrics {
  recordings: RecordingMetrics;
  /** How many calls this process may carry. */
  setCallSlots(slots: number): void;
}

/** @param registry one that has no worker's metrics yet: a name can be taken once */
export function createWorkerMetrics(registry: Registry): WorkerMetrics {
  const slots = new Gauge({
    name: 'outdial_call_slots',
    help: 'Calls that this process may carry at one time; 0 where it serves no calls.',
    registers: [registry],
  });
  return {
    jobs: createJobMetrics(registry),
    calls: createCallMetrics(registry),
    webhooks: createWebhookMetrics(registry),
    imports: createImportMetrics(registry),
    sweeper: createSweeperMetrics(registry),
    recordings: createRecordingMetrics(registry),
    setCallSlots: (count) => slots.set(count),
  };
}
