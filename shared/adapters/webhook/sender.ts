import { Agent, request } from 'undici';
import type { DeliveryAttempt } from '../mongo/deliveries.repository';

/** One request to a receiver. */
export interface WebhookRequest {
  url: string;
  /** Names the event: the same on every retry. */
  messageId: string;
  body: string;
}
/** What came of it. No `ErrorClass` means success: a 2xx answer. */
export interface WebhookAnswer {
  outcome: Pick<DeliveryAttempt, 'Status' | 'ErrorClass' | 'Error'>;
  /** The wait that the receiver asks for. */
  retryAfterMs?: number;
}
export interface WebhookSender {
  send(webhook: WebhookRequest): Promise<WebhookAnswer>;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;
const totalTimeoutMs = 15_000;
/** An answer longer than this is cut off: nobody reads it. */
const maxAnswerBytes = 16 * 1024;

/** Sends webhooks by POST. Redirects are not followed, and no proxy of the environment is used. */
export function createWebhookSender(): WebhookSender {
  const dispatcher = new Agent({ connect: { timeout: connectTimeoutMs }, keepAliveTimeout: 10_000 });
  return {
    send: async ({ url, messageId, body }) => {
      try {
        const answer = await request(url, {
          dispatcher,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'Outdial', 'webhook-id': messageId },
          body,
          signal: AbortSignal.timeout(totalTimeoutMs),
        });
        await answer.body.dump({ limit: maxAnswerBytes });
        return { outcome: outcomeOf(answer.statusCode) };
      } catch (error) {
        return { outcome: failureOf(error) };
      }
    },
    close: () => dispatcher.close(),
  };
}

function outcomeOf(status: number): WebhookAnswer['outcome'] {
  if (status >= 200 && status < 300) return { Status: status };
  return {
    Status: status,
    ErrorClass: `http_${Math.floor(status / 100)}xx`,
    Error: `The receiver answered ${status}.`,
  };
}

function failureOf(error: unknown): WebhookAnswer['outcome'] {
  const { name = '', code = '' } = error instanceof Error ? (error as Error & { code?: string }) : {};
  if (name === 'TimeoutError' || name === 'AbortError' || code.includes('TIMEOUT')) {
    return { ErrorClass: 'timeout', Error: `The receiver did not answer within ${totalTimeoutMs / 1000} s.` };
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { ErrorClass: 'dns_error', Error: 'The receiver’s name could not be resolved.' };
  return { ErrorClass: 'connection_error', Error: `The connection failed (${code === '' ? name : code}).` };
}
