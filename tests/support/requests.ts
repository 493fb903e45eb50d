/** One request and its answer, kept so that a later check can hold every answer to the documented contract. */
export interface Exchange {
  method: string;
  path: string;
  requestBody: unknown;
  status: number;
  headers: Headers;
  body: unknown;
}
/** Every exchange of this test process. */
export const exchanges: Exchange[] = [];

/** An answer; `body` is parsed JSON, and as loosely typed as what comes over a wire. */
export interface Answer<Body = Json> {
  status: number;
  headers: Headers;
  body: Body;
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers freely; a wrong guess fails the test
export type Json = any;

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent as it is, instead of JSON. */
  raw?: string | Uint8Array;
}
export type Request = <Body = Json>(
  method: string,
  path: string,
  body?: unknown,
  options?: RequestOptions,
) => Promise<Answer<Body>>;

/** Requests with a key. */
export const createRequest =
  (url: string, key: string | undefined): Request =>
  async (method, path, body, { headers = {}, raw } = {}) => {
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
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Json,
    };
    exchanges.push({ method, path, requestBody: body, ...answer });
    return answer;
  };

/** A request without a key. */
export const anonymousRequest = (url: string): Request => createRequest(url, undefined);
