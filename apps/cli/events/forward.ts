import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Event } from '@outdial/client';
import { signWebhook } from '@outdial/client/webhook';

/** What became of one event. */
export interface Forwarded {
  /** The receiver's HTTP status; absent without a response. */
  status?: number;
  /** Why there was none. */
  error?: string;
  /** How long the last request took. */
  ms: number;
  tries: number;
}

interface ForwardOptions {
  url: URL;
  /** `whsec_…` */
  secret: string;
  signal: AbortSignal;
  /** The waits between tries, in ms. */
  waitsMs?: readonly number[];
}

const requestTimeoutMs = 15_000;
/** Briefly: a developer is waiting for the next event. */
const defaultWaitsMs = [500, 1_000, 2_000] as const;

/** Creates a signing secret. */
export const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The body that a webhook of the organization gets. */
function toPayload({ ID: _id, Event: kind, Data, TestJob, ...event }: Event): string {
  const data = kind === 'job_state_updated' ? { State: Data['State'] } : Data;
  const { EventTimeMS, OrgID, CampaignID, JobID } = event;
  const of = { EventTimeMS, OrgID, CampaignID, ...(JobID === undefined ? {} : { JobID }) };
  return JSON.stringify({ WebhookID: 'webhook_forwarded', ...of, Event: kind, Data: data, TestJob });
}

/**
 * Creates a function that posts an event, signed by Standard Webhooks. Events are posted one after the other; one that the
 * receiver does not take is tried again briefly and then left.
 */
export function createForwarder({ url, secret, signal, waitsMs = defaultWaitsMs }: ForwardOptions) {
  const post = async (id: string, body: string, tries: number): Promise<Forwarded> => {
    const startedMs = performance.now();
    const since = (): number => Math.round(performance.now() - startedMs);
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const timer = setTimeout(abort, requestTimeoutMs);
    signal.addEventListener('abort', abort);
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Outdial',
        ...signWebhook({ id, body }, secret),
      };
      const init = { method: 'POST', headers, body, redirect: 'manual' as const, signal: controller.signal };
      const response = await fetch(url, init);
      await response.body?.cancel();
      return { status: response.status, ms: since(), tries };
    } catch (error) {
      signal.throwIfAborted();
      return { error: reasonOf(error), ms: since(), tries };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  };
  return async (event: Event): Promise<Forwarded> => {
    const body = toPayload(event);
    for (let tries = 1; ; tries++) {
      const forwarded = await post(event.ID, body, tries);
      const { status = 0 } = forwarded;
      const waitMs = waitsMs[tries - 1];
      if ((status >= 200 && status < 300) || waitMs === undefined) return forwarded;
      await wait(waitMs, undefined, { signal });
    }
  };
}

/** The reason that `fetch` gives is nested in its cause. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const inner = cause instanceof Error ? cause : error;
  if (inner instanceof Error && 'code' in inner && typeof inner.code === 'string') return inner.code;
  return inner instanceof Error ? inner.message : String(inner);
}
