// cspell:ignore sessionlimit
import { Pool, type Dispatcher } from 'undici';

/** The answer of Asterisk's REST interface (ARI). `body` is parsed JSON, if there is any. */
export interface AriAnswer {
  status: number;
  body: unknown;
}

/** Parameters of the query; absent ones are left out. */
export type AriQuery = Readonly<Record<string, string | number | undefined>>;

/** One request to ARI. */
export interface AriRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/ari`, with encoded segments: see {@link ariPath}. */
  path: string;
  query?: AriQuery;
  body?: Readonly<Record<string, unknown>>;
}

/** Asterisk cannot be reached: surely it did not get the request. */
export class AriUnreachableError extends Error {
  override name = 'AriUnreachableError';
}

/** The request may have been carried out, but its answer did not arrive. */
export class AriNoAnswerError extends Error {
  override name = 'AriNoAnswerError';
}

/** Asterisk's REST interface over HTTP. A request is sent exactly once: repeating it is the caller's decision. */
export interface Ari {
  /** @throws {AriUnreachableError | AriNoAnswerError} every answer with a status is returned */
  request(request: AriRequest): Promise<AriAnswer>;
  close(): Promise<void>;
}

export interface AriOptions {
  /** Address of Asterisk's HTTP server, such as `http://127.0.0.1:8088`; a path is kept as a prefix. */
  url: string;
  user: string;
  password: string;
  /** How long Asterisk may take to answer, in ms. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 5_000;
/** Asterisk serves each connection by a thread, and counts it against `sessionlimit` in http.conf. */
const connections = 8;
const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** A path of segments that may hold any characters. */
export const ariPath = (...segments: readonly string[]): string =>
  segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');

/** The header `Authorization` for basic authentication (RFC 7617). */
export const basicAuthorization = ({ user, password }: Pick<AriOptions, 'user' | 'password'>): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;

/** Creates a client of ARI. It opens connections when they are needed. */
export function createAri(options: AriOptions): Ari {
  const { timeoutMs = defaultTimeoutMs } = options;
  const { origin, pathname } = new URL(options.url);
  const prefix = `${pathname.replace(/\/+$/, '')}/ari`;
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const authorization = basicAuthorization(options);
  return {
    request: ({ method, path, query, body }) =>
      send(pool, {
        method,
        path: `${prefix}${path}${toQuery(query)}`,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    close: () => pool.destroy(),
  };
}

async function send(pool: Pool, options: Dispatcher.RequestOptions): Promise<AriAnswer> {
  const what = `${options.method} ${options.path.split('?')[0] ?? ''}`;
  try {
    const { statusCode, body } = await pool.request(options);
    return { status: statusCode, body: parse(await body.text()) };
  } catch (error) {
    const message = `${what} failed: ${error instanceof Error ? error.message : String(error)}`;
    throw isNotSent(error)
      ? new AriUnreachableError(message, { cause: error })
      : new AriNoAnswerError(message, { cause: error });
  }
}

/** Several addresses of one name fail together, as an `AggregateError`. */
function isNotSent(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isNotSent);
  return error instanceof Error && 'code' in error && notSent.has(String(error.code));
}

function toQuery(query: AriQuery = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
