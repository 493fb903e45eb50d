import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { attemptErrorClasses, type AttemptErrorClass, type DeliveryState } from '../../domain/webhook/attempt';
import { webhookRetry } from '../../domain/webhook/backoff';
import { secondsOf } from './registry';

/** One attempt to deliver an event, once its record is written. */
export interface MeasuredAttempt {
  /** Counted over redeliveries. */
  number: number;
  eventMs: number;
  atMs: number;
  endedMs: number;
  /** Absent when the receiver answered 2xx. */
  errorClass?: AttemptErrorClass | undefined;
  /** Where the delivery stands after it. */
  state: DeliveryState;
}

/** Events on their way to receivers. */
export interface WebhookMetrics {
  /** A request is under way from now on. @returns what ends that */
  trackRequest(): () => void;
  recordAttempt(attempt: MeasuredAttempt): void;
}

const endStates = ['delivered', 'exhausted', 'discarded'] as const satisfies readonly DeliveryState[];
/** A receiver may be away for three days. */
const lagBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800, 7_200, 21_600, 86_400, 259_200];

function createWebhookCounters(registry: Registry) {
  const registers = [registry];
  const attempts = new Counter({
    name: 'outdial_webhook_attempts_total',
    help: 'Requests to receivers by outcome: success (2xx), or the error class of the delivery log.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const deliveries = new Counter({
    name: 'outdial_webhook_deliveries_total',
    help: 'Deliveries that came to an end with an attempt, by state.',
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
      help: 'Requests to receivers that this process has under way.',
      registers,
    }),
    duration: new Histogram({
      name: 'outdial_webhook_request_duration_seconds',
      help: 'How long receivers took to answer, or to fail.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    }),
    lag: new Histogram({
      name: 'outdial_webhook_lag_seconds',
      help: 'From an event to the first attempt to deliver it: our share of the delay.',
      buckets: lagBuckets,
      registers,
    }),
    latency: new Histogram({
      name: 'outdial_webhook_delivery_latency_seconds',
      help: 'From an event to the 2xx of its receiver.',
      buckets: lagBuckets,
      registers,
    }),
    needed: new Histogram({
      name: 'outdial_webhook_attempts_per_delivery',
      help: 'Attempts that a delivery had needed when it ended.',
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
