import createClient, { type Client } from 'openapi-fetch';
import { OutdialError } from './errors.ts';
import { createRetryingFetch, defaultRetryOptions, type RetryOptions } from './retrying-fetch.ts';
import type { paths } from './schema.ts';
import { rejectTruncated, type TruncationOptions } from './reject-truncated.ts';

export interface OutdialClientOptions extends Partial<RetryOptions> {
  /** The address of the API, such as `https://outdial.example.com`. */
  baseUrl: string;
  /** Absent in a page of the service itself, whose browser signs in with a session cookie. */
  apiKey?: string;
  /** Allows an `http` address that is not loopback, over which the key travels unencrypted. Default: false. */
  allowHttp?: boolean;
}

/** Options of a single request. */
export interface RequestOptions {
  /**
   * For POSTs: repeating a request with the same key has no second effect, even from another process. Defaults to a new
   * key per call.
   */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** The operations by path, typed from the API's document; each resolves to `{ data, error, response }`. */
export type Http = Client<paths>;

/** The HTTP layer that all parts of the client share. */
export interface Transport {
  http: Http;
  baseUrl: string;
  /** The headers that authenticate a request. */
  authorization: Readonly<Record<string, string>>;
  /** Returns the data of a response. @throws {OutdialError} if the API rejected the request */
  unwrap: <T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>) => Promise<T>;
  /**
   * Returns a response whose body streams and fails if it is truncated. @throws {OutdialError} if the API rejected the
   * request
   */
  unwrapStream: (
    answer: Promise<{ error?: unknown; response: Response }>,
    options?: TruncationOptions,
  ) => Promise<Response>;
}

/** Whether a host, as a URL holds it, is this machine. */
const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/** @throws {TypeError} if the address or the key is invalid, or the key would be sent unencrypted over a network; the message never contains the key */
export function createTransport({ baseUrl, apiKey, allowHttp = false, ...overrides }: OutdialClientOptions): Transport {
  const retries = { ...defaultRetryOptions, ...overrides };
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('The API key is invalid: it is empty or contains spaces.');
  const url = new URL(baseUrl);
  if (!['http:', 'https:'].includes(url.protocol)) throw new TypeError('Expected an http or https address.');
  if (apiKey !== undefined && url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname))
    throw new TypeError('The API key would be sent unencrypted: use https, or allow http explicitly.');
  const authorization: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const address = url.href.replace(/\/+$/, '');
  const http = createClient<paths>({
    baseUrl: address,
    headers: authorization,
    // A POST that follows a redirect becomes a GET and appears to succeed.
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

/** Converts the options of one request to openapi-fetch's format. */
export const toRequestInit = ({ idempotencyKey, signal }: RequestOptions = {}) => ({
  ...(signal === undefined ? {} : { signal }),
  ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
});

/** Yields every item of a list, page by page; `after` is the cursor of the last item seen. */
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

/** All items of a list that is short enough to be held in memory. */
export async function collectPages<Item, After>(
  page: (after: After | undefined) => Promise<readonly Item[]>,
  next: (item: Item) => After,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of paginate(page, next)) items.push(item);
  return items;
}
