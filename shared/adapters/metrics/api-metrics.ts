import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What is told of a request that was answered: templates and classes, never paths. */
export interface AnsweredRequest {
  method: string;
  /** The template of the route that answered, or `none`. */
  route: string;
  status: number;
  ms: number;
  /** Size of the file that came with it. */
  uploadedBytes?: number | undefined;
  /** True when the answer is that of an earlier request with the same key. */
  replayed: boolean;
}

/** What the API process counts. */
export interface ApiMetrics {
  /** A request came in. @returns what to call when it is answered or given up */
  trackRequest(): (answered: AnsweredRequest) => void;
  recordJobCreated(): void;
  /** Somebody who wanted to listen was refused, or let go again because too many listen. */
  recordListenerRefused(status: number): void;
  /** Frames that a slow listener lost. */
  recordDroppedFrames(count: number): void;
  /** How many listen now; asked when the metrics are read. */
  observeListeners(count: () => number): void;
}

/** Whatever else a client calls its method is one of these. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

function createRequestMetrics(registers: Registry[]): () => (answered: AnsweredRequest) => void {
  const labelNames = ['method', 'route', 'status_class'] as const;
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const total = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered.',
    labelNames,
    registers,
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered at this moment.',
    registers,
  });
  const refusals = new Counter({
    name: 'outdial_auth_refusals_total',
    help: 'Requests refused for their key: 401 no valid one, 403 not allowed to do that.',
    labelNames: ['status'] as const,
    registers,
  });
  for (const status of ['401', '403']) refusals.inc({ status }, 0);
  const replays = counter('outdial_idempotent_replays_total', 'Answers given again to a repeated Idempotency-Key.');
  const limited = counter('outdial_rate_limited_total', 'Requests answered with 429.');
  const uploads = counter('outdial_uploads_total', 'Files that were received.');
  const uploadBytes = counter('outdial_upload_bytes_total', 'Bytes of files that were received.');
  return () => {
    inFlight.inc();
    return ({ method, route, status, ms, uploadedBytes, replayed }) => {
      inFlight.dec();
      const labels = { method: methods.has(method) ? method : 'other', route, status_class: classOf(status) };
      total.inc(labels);
      duration.observe(labels, ms / 1000);
      if (status === 401 || status === 403) refusals.inc({ status: String(status) });
      if (status === 429) limited.inc();
      if (replayed) replays.inc();
      if (uploadedBytes === undefined) return;
      uploads.inc();
      uploadBytes.inc(uploadedBytes);
    };
  };
}

/** @param registry one that has no API's metrics yet: a name can be taken once */
export function createApiMetrics(registry: Registry): ApiMetrics {
  const registers = [registry];
  const created = new Counter({
    name: 'outdial_jobs_created_total',
    help: 'Jobs that were accepted one by one; those of files are counted by their rows.',
    registers,
  });
  const dropped = new Counter({
    name: 'outdial_live_frames_dropped_total',
    help: 'Frames of live audio that listeners were too slow for.',
    registers,
  });
  const refused = new Counter({
    name: 'outdial_live_refusals_total',
    help: 'Websockets that were refused, by class of status.',
    labelNames: ['status_class'] as const,
    registers,
  });
  for (const status_class of ['4xx', '5xx']) refused.inc({ status_class }, 0);
  let count = (): number => 0;
  new Gauge({
    name: 'outdial_live_listeners',
    help: 'Websockets that hear one side of a call through this process.',
    registers,
    collect() {
      this.set(count());
    },
  });
  return {
    trackRequest: createRequestMetrics(registers),
    recordJobCreated: () => created.inc(),
    recordListenerRefused: (status) => refused.inc({ status_class: classOf(status) }),
    recordDroppedFrames: (frames) => dropped.inc(frames),
    observeListeners: (ask) => {
      count = ask;
    },
  };
}
