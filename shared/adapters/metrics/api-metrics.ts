import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { createJobMetrics, type JobMetrics } from './job-metrics';

/** A finished request, by route template and status class, never by path. */
export interface AnsweredRequest {
  method: string;
  /** The template of the route that handled the request, or `none`. */
  route: string;
  status: number;
  ms: number;
  /** Size of the uploaded file. */
  uploadedBytes?: number | undefined;
  /** True when the response of an earlier request with the same key was sent again. */
  replayed: boolean;
}

const dependencies = ['MongoDB', 'Temporal'] as const;
export type Dependency = (typeof dependencies)[number];

/** What refused a connection: the limit of the process, or that of the client's address. */
export type ConnectionLimit = 'process' | 'address';

/** Metrics of an API process. */
export interface ApiMetrics {
  /** Counts a request as in flight. @returns a function to call when the request is finished or aborted */
  trackRequest(): (answered: AnsweredRequest) => void;
  recordJobCreated(): void;
  jobs: JobMetrics;
  recordConnectionRefused(limit: ConnectionLimit): void;
  /** A listener was refused, or was disconnected because a call has too many listeners. */
  recordListenerRefused(status: number): void;
  /** Frames dropped for a slow listener. */
  recordDroppedFrames(count: number): void;
  /** Sets the function that checks which servers respond, by name; it runs at each scrape. */
  observeDependencies(check: () => Promise<Readonly<Record<Dependency, boolean>>>): void;
  /** Sets the function that counts the current listeners; it runs at each scrape. */
  observeListeners(count: () => number): void;
}

/** Other methods are counted as `other`, which bounds the label's values. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

function createRequestMetrics(registers: Registry[]): () => (answered: AnsweredRequest) => void {
  const labelNames = ['method', 'route', 'status_class'] as const;
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const total = new Counter({
    name: 'http_requests_total',
    help: 'Finished requests.',
    labelNames,
    registers,
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of a request to the last byte of its response.',
    labelNames,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests in flight.',
    registers,
  });
  const authFailures = new Counter({
    name: 'outdial_auth_failures_total',
    help: 'Requests refused because of their key: 401 without a valid key, 403 without the required scope.',
    labelNames: ['status'] as const,
    registers,
  });
  for (const status of ['401', '403']) authFailures.inc({ status }, 0);
  const replays = counter('outdial_idempotent_replays_total', 'Responses replayed for a repeated Idempotency-Key.');
  const limited = counter('outdial_rate_limited_total', 'Responses with status 429.');
  const uploads = counter('outdial_uploads_total', 'Files received.');
  const uploadBytes = counter('outdial_upload_bytes_total', 'Bytes of the files received.');
  return () => {
    inFlight.inc();
    return ({ method, route, status, ms, uploadedBytes, replayed }) => {
      inFlight.dec();
      const labels = { method: methods.has(method) ? method : 'other', route, status_class: classOf(status) };
      total.inc(labels);
      duration.observe(labels, ms / 1000);
      if (status === 401 || status === 403) authFailures.inc({ status: String(status) });
      if (status === 429) limited.inc();
      if (replayed) replays.inc();
      if (uploadedBytes === undefined) return;
      uploads.inc();
      uploadBytes.inc(uploadedBytes);
    };
  };
}

function createDependencyGauge(registers: Registry[]): ApiMetrics['observeDependencies'] {
  let check: Parameters<ApiMetrics['observeDependencies']>[0] | undefined;
  new Gauge({
    name: 'outdial_dependency_up',
    help: 'Whether a server that the process depends on responds: 1 or 0.',
    labelNames: ['dependency'] as const,
    registers,
    async collect() {
      const state = await check?.();
      if (state === undefined) return;
      for (const dependency of dependencies) this.set({ dependency }, state[dependency] ? 1 : 0);
    },
  });
  return (by) => {
    check = by;
  };
}

/** @param registry must not hold these metrics yet: Prometheus registers a name once */
export function createApiMetrics(registry: Registry): ApiMetrics {
  const registers = [registry];
  const created = new Counter({
    name: 'outdial_jobs_created_total',
    help: 'Jobs created by single requests; jobs of bulk imports are counted by rows.',
    registers,
  });
  const connections = new Counter({
    name: 'outdial_connections_refused_total',
    help: 'Connections closed immediately because the process or the address of the client has too many.',
    labelNames: ['limit'] as const,
    registers,
  });
  for (const limit of ['process', 'address']) connections.inc({ limit }, 0);
  const dropped = new Counter({
    name: 'outdial_live_frames_dropped_total',
    help: 'Frames of live audio dropped because a listener was too slow.',
    registers,
  });
  const refused = new Counter({
    name: 'outdial_live_refusals_total',
    help: 'Listener websockets refused, by status class.',
    labelNames: ['status_class'] as const,
    registers,
  });
  for (const status_class of ['4xx', '5xx']) refused.inc({ status_class }, 0);
  let countListeners = (): number => 0;
  new Gauge({
    name: 'outdial_live_listeners',
    help: 'Open listener websockets of this process, one for each side of a call.',
    registers,
    collect() {
      this.set(countListeners());
    },
  });
  return {
    trackRequest: createRequestMetrics(registers),
    recordJobCreated: () => created.inc(),
    jobs: createJobMetrics(registry),
    recordConnectionRefused: (limit) => connections.inc({ limit }),
    recordListenerRefused: (status) => refused.inc({ status_class: classOf(status) }),
    recordDroppedFrames: (frames) => dropped.inc(frames),
    observeDependencies: createDependencyGauge(registers),
    observeListeners: (count) => {
      countListeners = count;
    },
  };
}
