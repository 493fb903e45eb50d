import { Agent, request, type Dispatcher } from 'undici';
import { statusErrorClass, type AttemptErrorClass } from '../../domain/webhook/attempt';
import { parseRetryAfterMs } from '../../domain/webhook/retry-after';
import { createAddressGuard } from './address-guard';
import { createGuardedConnector } from './connector';
import { classifyFailure, type SendFailure } from './failure';
import { createPrivateHosts } from './private-hosts';
import { createNameResolver, type NameResolver } from './resolver';
import { createSignatureHeaders } from './signature';

/** A request to a receiver. */
export interface WebhookRequest {
  url: string;
  /** Identifies the event; the same for every retry. */
  messageId: string;
  body: string;
  /** The signing secrets: the current one, and previous ones until they expire. */
  secrets: readonly string[];
  /** The receiver's own static headers. */
  headers: Readonly<Record<string, string>>;
  /** The time of the request, which is part of the signature. */
  atMs: number;
  /** Aborts the request when the process stops. */
  signal?: AbortSignal;
}
/** The outcome of a request. Without `ErrorClass` it succeeded with a 2xx response. */
export interface AttemptOutcome {
  /** The receiver's HTTP status; absent without a response. */
  Status?: number | undefined;
  ErrorClass?: AttemptErrorClass | undefined;
  Error?: string | undefined;
  /** The first 2 kB of the response body; absent if it comes from a private network. */
  ResponseBody?: string | undefined;
}
export interface SendResult {
  outcome: AttemptOutcome;
  /** The delay that the receiver requests by `Retry-After`. */
  retryAfterMs?: number | undefined;
  /** Set when the receiver may not be responsible; see {@link SendFailure}. */
  fault?: 'ours' | 'unclear' | undefined;
  /** For the log only; see {@link SendFailure}. */
  blocked?: true | undefined;
}
export interface WebhookSender {
  /** Returns an outcome for every failure of the receiver. @throws when the `signal` of the request fired */
  send(webhook: WebhookRequest): Promise<SendResult>;
  close(): Promise<void>;
}

export interface WebhookSenderOptions {
  /** Private networks that webhooks may be sent to. */
  allowedCidrs?: readonly string[];
  /** Whether responses from those networks are stored and shown to the client, beyond their status. */
  showPrivateResponses?: boolean;
  resolver?: NameResolver;
  /** Certificate authorities instead of the built-in ones, in PEM. */
  ca?: string;
  connectTimeoutMs?: number;
  totalTimeoutMs?: number;
}

const limits = {
  connectMs: 5_000,
  totalMs: 15_000,
  /** Limit of bytes read from a response. */
  readBytes: 16 * 1024,
  keptBytes: 2 * 1024,
  /** Shorter than the usual keep-alive timeout of servers (5 s), so that they do not close a connection during a request. */
  keepAliveMs: 4_000,
} as const;

/** Sends signed webhooks by POST. It does not follow redirects and ignores proxies of the environment. */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { connectTimeoutMs = limits.connectMs, totalTimeoutMs = limits.totalMs } = options;
  const guard = createAddressGuard(options.allowedCidrs ?? []);
  const resolver = options.resolver ?? createNameResolver();
  const privateHosts = createPrivateHosts(guard);
  const mustHide = (url: string): boolean =>
    options.showPrivateResponses !== true && privateHosts.has(new URL(url).hostname);
  const dispatcher = new Agent({
    connect: createGuardedConnector({ guard, resolver, privateHosts, connectTimeoutMs, ca: options.ca }),
    keepAliveTimeout: limits.keepAliveMs,
    keepAliveMaxTimeout: limits.keepAliveMs,
  });
  return {
    send: async (webhook) => {
      const total = AbortSignal.timeout(totalTimeoutMs);
      const signal = webhook.signal ? AbortSignal.any([total, webhook.signal]) : total;
      try {
        const response = await post(webhook, dispatcher, signal);
        const status = response.statusCode;
        return {
          outcome: { ...statusOutcome(status), ...(await readShown(response.body, mustHide(webhook.url))) },
          retryAfterMs: parseRetryAfterMs(singleHeader(response.headers['retry-after']), webhook.atMs),
        };
      } catch (error) {
        // The process stops, so the outcome of the request is unknown and must not be recorded.
        if (webhook.signal?.aborted) throw error;
        const failure: SendFailure = total.aborted
          ? { errorClass: 'timeout', message: `The receiver did not answer within ${totalTimeoutMs / 1000} s.` }
          : classifyFailure(error);
        const { errorClass: ErrorClass, message: Error, fault, blocked } = failure;
        return { outcome: { ErrorClass, Error }, fault, blocked };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

const post = (
  { url, messageId, body, secrets, headers, atMs }: WebhookRequest,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> =>
  request(url, {
    dispatcher,
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'user-agent': 'Outdial',
      ...createSignatureHeaders({ id: messageId, body, atMs }, secrets),
    },
    body,
    signal,
    // The total timeout above covers the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

const singleHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

function statusOutcome(status: number): AttemptOutcome {
  const errorClass = statusErrorClass(status);
  if (errorClass === undefined) return { Status: status };
  const redirect = errorClass === 'http_3xx' ? ' Redirects are not followed.' : '';
  return { Status: status, ErrorClass: errorClass, Error: `The receiver answered ${status}.${redirect}` };
}

/** Reads a response also if it is hidden, so that the connection can be used again. */
async function readShown(
  body: Dispatcher.ResponseData['body'],
  hidden: boolean,
): Promise<Pick<AttemptOutcome, 'ResponseBody'>> {
  const ResponseBody = await readStart(body);
  return hidden ? {} : { ResponseBody };
}

/**
 * Reads the first 2 kB of a response, and at most 16 kB in total. The status alone decides the outcome, so an incomplete, slow or endless
 * body does not change it.
 */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string | undefined> {
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (read < limits.keptBytes) kept.push(chunk.subarray(0, limits.keptBytes - read));
      read += chunk.length;
      // Leaving the loop destroys the body, and with it the connection.
      if (read >= limits.readBytes) break;
    }
  } catch {
    // Keep what was received.
  }
  const text = new TextDecoder().decode(Buffer.concat(kept)).replaceAll('\0', '\uFFFD');
  return text === '' ? undefined : text;
}
