import { Agent, request, type Dispatcher } from 'undici';
import { statusErrorClass, type AttemptErrorClass } from '../../domain/webhook/attempt';
import { parseRetryAfterMs } from '../../domain/webhook/retry-after';
import { createAddressGuard } from './address-guard';
import { createGuardedConnector } from './connector';
import { classifyFailure, type SendFailure } from './failure';
import { createNameResolver, type NameResolver } from './resolver';
import { createSignatureHeaders } from './signature';

/** One request to a receiver. */
export interface WebhookRequest {
  url: string;
  /** Names the event: the same on every retry. */
  messageId: string;
  body: string;
  /** What it is signed with: the current secret, and those before while they are still good. */
  secrets: readonly string[];
  /** The receiver's own static headers. */
  headers: Readonly<Record<string, string>>;
  /** When the request is made; part of what is signed. */
  atMs: number;
  /** Ends the request: this process is to stop. */
  signal?: AbortSignal;
}
/** What came of it. No `ErrorClass` means success: a 2xx answer. */
export interface AttemptOutcome {
  /** The receiver's HTTP status; absent when there was no answer. */
  Status?: number | undefined;
  ErrorClass?: AttemptErrorClass | undefined;
  Error?: string | undefined;
  /** The first 2 kB of the answer's body. */
  ResponseBody?: string | undefined;
}
export interface SendResult {
  outcome: AttemptOutcome;
  /** The wait that the receiver asks for. */
  retryAfterMs?: number | undefined;
  /** Set when it may not be the receiver's fault; see {@link SendFailure}. */
  fault?: 'ours' | 'unclear' | undefined;
}
export interface WebhookSender {
  /** Never throws for what a receiver does. @throws when the request's `signal` fired */
  send(webhook: WebhookRequest): Promise<SendResult>;
  close(): Promise<void>;
}

export interface WebhookSenderOptions {
  /** Private networks that may be sent to. */
  allowedCidrs?: readonly string[];
  resolver?: NameResolver;
  /** Certificate authorities instead of the built-in ones, in PEM. */
  ca?: string;
  connectTimeoutMs?: number;
  totalTimeoutMs?: number;
}

const limits = {
  connectMs: 5_000,
  totalMs: 15_000,
  /** More of an answer is not read. */
  readBytes: 16 * 1024,
  keptBytes: 2 * 1024,
  /** Shorter than what servers commonly allow (5 s), so that they do not close a connection while a request is on its way. */
  keepAliveMs: 4_000,
} as const;

/** Sends webhooks by POST, signed. Redirects are not followed, and no proxy of the environment is used. */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { connectTimeoutMs = limits.connectMs, totalTimeoutMs = limits.totalMs } = options;
  const guard = createAddressGuard(options.allowedCidrs ?? []);
  const resolver = options.resolver ?? createNameResolver();
  const dispatcher = new Agent({
    connect: createGuardedConnector({ guard, resolver, connectTimeoutMs, ca: options.ca }),
    keepAliveTimeout: limits.keepAliveMs,
    keepAliveMaxTimeout: limits.keepAliveMs,
  });
  return {
    send: async (webhook) => {
      const total = AbortSignal.timeout(totalTimeoutMs);
      const signal = webhook.signal ? AbortSignal.any([total, webhook.signal]) : total;
      try {
        const answer = await post(webhook, dispatcher, signal);
        const status = answer.statusCode;
        return {
          outcome: { ...statusOutcome(status), ResponseBody: await readStart(answer.body) },
          retryAfterMs: parseRetryAfterMs(singleHeader(answer.headers['retry-after']), webhook.atMs),
        };
      } catch (error) {
        // The process is to stop: nobody knows what became of the request, so it is nobody's failure.
        if (webhook.signal?.aborted) throw error;
        const failure: SendFailure = total.aborted
          ? { errorClass: 'timeout', message: `The receiver did not answer within ${totalTimeoutMs / 1000} s.` }
          : classifyFailure(error);
        return { outcome: { ErrorClass: failure.errorClass, Error: failure.message }, fault: failure.fault };
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
    // The one deadline above holds for everything.
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

/**
 * The first 2 kB of an answer. The status has told everything by now: a body that breaks off, drips past the deadline or does not end is
 * read as far as it came, at most 16 kB, and changes nothing.
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
    // See above: what came is kept.
  }
  const text = new TextDecoder().decode(Buffer.concat(kept)).replaceAll('\0', '\uFFFD');
  return text === '' ? undefined : text;
}
