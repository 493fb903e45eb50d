import { holdToDocument } from './conformance';
import { until } from './until';

/** An answer; the test says what it takes the body for, and fails when it is something else. */
export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent as it is, instead of JSON. */
  raw?: string | Uint8Array;
}
export type Request = <Body = unknown>(
  method: string,
  path: string,
  body?: unknown,
  options?: RequestOptions,
) => Promise<Answer<Body>>;

/** Requests with a key. Every answer is held to the API's document. */
export const createRequest =
  (url: string, key: string | undefined): Request =>
  async <Body>(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, raw }: RequestOptions = {},
  ): Promise<Answer<Body>> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(raw !== undefined ? { body: raw } : body !== undefined ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    const { status, headers: answered } = response;
    holdToDocument({ method, path, status, headers: answered, text });
    return { status, headers: answered, body: parsed as Body };
  };

/** A request without a key. */
export const anonymousRequest = (url: string): Request => createRequest(url, undefined);

/** Waits until an API can be used: it serves, and its first key and demo campaign exist. */
export const untilReady = (url: string): Promise<unknown> =>
  until(
    () =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
    30_000,
  );
