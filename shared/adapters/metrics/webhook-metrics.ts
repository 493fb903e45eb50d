import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { attemptErrorClasses, type AttemptErrorClass, type DeliveryState } from '../../domain/webhook/attempt';
import { webhookRetry } from '../../domain/webhook/backoff';
import { secondsOf } from './registry';

/** One delivery attempt, after its record was written. */
export interface MeasuredAttempt {
  /** Counted across redeliveries. */
  number: number;
  eventMs: number;
  atMs: number;
  endedMs: number;
  /** Absent when the receiver responded 2xx. */
  errorClass?: AttemptErrorClass | undefined;
  /** State of the delivery after the attempt. */
  state: DeliveryState;
}

/** Metrics of webhook deliveries. */
export interface WebhookMetrics {
  /** Counts a request as in flight. @returns a function to call when it ends */
  trackRequest(): () => void;
  recordAttempt(attempt: MeasuredAttempt): void;
}

const endStates = ['delivered', 'exhausted', 'discarded'] as const satisfies readonly DeliveryState[];
/** A receiver may be unavailable for three days. */
const lagBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800, 7_200, 21_600, 86_400, 259_200];

function createWebhookCounters(registry: Registry) {
  const registers = [registry];
  const attempts = new Counter({
    name: 'outdial_webhook_attempts_total',
    help: 'Delivery attempts by outcome: success (2xx), or the error class of the delivery log.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const deliveries = new Counter({
    name: 'outdial_webhook_deliveries_total',
    help: 'Deliveries ended by an attempt, by state.',
    labelNames: ['state'] as const,
    registers,
  });
  for (const outcome of ['success', ...attemptErrorClasses]) attempts.inc({ outcome }, 0);
  for (const state of endStates) deliveries.inc({ state }, 0);
  return { attempts, deliveries };
}

function createWebhookTimes(registry: Registry) {
  const registers = [registry];
  return {
    inFlight: new Gauge({
      name: 'outdial_webhook_requests_in_flight',
      help: 'Requests to receivers in flight in this process.',
      registers,
    }),
    duration: new Histogram({
      name: 'outdial_webhook_request_duration_seconds',
      help: 'Time until receivers responded or the request failed.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    }),
    lag: new Histogram({
      name: 'outdial_webhook_lag_seconds',
      help: 'From an event to its first delivery attempt: our share of the delay.',
      buckets: lagBuckets,
      registers,
    }),
    latency: new Histogram({
      name: 'outdial_webhook_delivery_latency_seconds',
      help: 'From an event to the 2xx response of its receiver.',
      buckets: lagBuckets,
      registers,
    }),
    needed: new Histogram({
      name: 'outdial_webhook_attempts_per_delivery',
      help: 'Attempts that an ended delivery needed.',
      buckets: [1, 2, 3, 5, 8, 12, webhookRetry.maximumAttempts],
      registers,
    }),
  };
}

export function createWebhookMetrics(registry: Registry): WebhookMetrics {
  const { attempts, deliveries } = createWebhookCounters(registry);
  const { inFlight, duration, lag, latency, needed } = createWebhookTimes(registry);
  return {
    trackRequest: () => {
      inFlight.inc();
      return () => inFlight.dec();
    },
    recordAttempt: ({ number, eventMs, atMs, endedMs, errorClass, state }) => {
      attempts.inc({ outcome: errorClass ?? 'success' });
      duration.observe(secondsOf(endedMs - atMs));
      if (number === 1) lag.observe(secondsOf(atMs - eventMs));
      if (state === 'pending') return;
      deliveries.inc({ state });
      needed.observe(number);
      if (errorClass === undefined) latency.observe(secondsOf(endedMs - eventMs));
    },
  };
}
