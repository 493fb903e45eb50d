import createClient, { type Client } from 'openapi-fetch';
import { OutdialError } from './errors.ts';
import { createRetryingFetch, defaultRetryOptions, type RetryOptions } from './retrying-fetch.ts';
import type { paths } from './schema.ts';
import { rejectTruncated, type TruncationOptions } from './reject-truncated.ts';

export interface OutdialClientOptions extends Partial<RetryOptions> {
  /** Where the API is, such as `https://outdial.example.com`. */
  baseUrl: string;
  apiKey: string;
}

/** What can be said of each request. */
export interface RequestOptions {
  /** For POSTs: a repeat with the same key, also by another process, does nothing twice. Left out, each call has its own. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** The operations by path, typed by the API's document; answers are `{ data, error, response }`. */
export type Http = Client<paths>;

/** What every part of the client stands on. */
export interface Transport {
  http: Http;
  baseUrl: string;
  /** The headers that say who asks. */
  authorization: Readonly<Record<string, string>>;
  /** The data of an answer. @throws {OutdialError} for a refusal */
  unwrap: <T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>) => Promise<T>;
  /** An answer whose body is read as it comes, and fails when it is not whole. @throws {OutdialError} for a refusal */
  unwrapStream: (
    answer: Promise<{ error?: unknown; response: Response }>,
    options?: TruncationOptions,
  ) => Promise<Response>;
}

/** @throws {TypeError} when the address or the key can be none; the message does not hold the key */
export function createTransport({ baseUrl, apiKey, ...overrides }: OutdialClientOptions): Transport {
  const retries = { ...defaultRetryOptions, ...overrides };
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('The API key is not one: it holds spaces or is empty.');
  const url = new URL(baseUrl);
  if (!['http:', 'https:'].includes(url.protocol)) throw new TypeError('Expected an http or https address.');
  const authorization = { authorization: `Bearer ${apiKey}` };
  const address = url.href.replace(/\/+$/, '');
  const http = createClient<paths>({
    baseUrl: address,
    headers: authorization,
    // A POST that follows a redirect becomes a GET, and says that all is well.
    redirect: 'manual',
    fetch: createRetryingFetch(retries),
  });
  return {
    http,
    baseUrl: address,
    authorization,
    unwrap: async (answer) => {
      const { data, error, response } = await answer;
      if (!response.ok || data === undefined) throw new OutdialError(response, error, retries.nowMs());
      return data;
    },
    unwrapStream: async (answer, options) => {
      const { error, response } = await answer;
      if (!response.ok) throw new OutdialError(response, error, retries.nowMs());
      return rejectTruncated(response, options);
    },
  };
}

/** The options of one request in openapi-fetch's words. */
export const toRequestInit = ({ idempotencyKey, signal }: RequestOptions = {}) => ({
  ...(signal === undefined ? {} : { signal }),
  ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
});

/** Everything of a list, page after page; `after` is the id of the last one seen. */
export async function* paginate<Item, After>(
  page: (after: After | undefined) => Promise<readonly Item[]>,
  next: (item: Item) => After,
  start?: After,
): AsyncGenerator<Item, void, undefined> {
  for (let after = start; ;) {
    const items = await page(after);
    yield* items;
    const last = items.at(-1);
    if (last === undefined) return;
    after = next(last);
  }
}
