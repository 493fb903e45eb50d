import { setTimeout as sleep } from 'node:timers/promises';
import { createRequest, type Answer } from '../requests';

/** A client that repeats a request, under one Idempotency-Key, until the answer is definite. */
export interface PatientClient {
  send<Body>(method: string, path: string, body?: unknown, key?: string): Promise<Answer<Body>>;
  /** Uploads a file of jobs. */
  upload<Body>(path: string, file: string, key: string): Promise<Answer<Body>>;
  /** Answers that no client may ever get, as sentences. */
  takeWrong(): string[];
}

const pauseMs = 150;
const longestPauseMs = 1_000;
/** An API that is stopped, or whose database hangs, answers late; one that never answers has lost the request. */
const answerWithinMs = 45_000;
const giveUpAfterMs = 300_000;
/** A repeat helps: the process is gone, the store does not respond, or the first request is still in progress. */
const isForLater = ({ status, body }: Answer): boolean =>
  status === 503 || status === 429 || (status === 409 && codeOf(body) === 'idempotency_in_progress');
const codeOf = (body: unknown): unknown => (body as { code?: unknown } | undefined)?.code;

/** @param urls of the APIs, which take turns */
export function createPatientClient(urls: readonly string[], key: string): PatientClient {
  const requests = urls.map((url) => createRequest(url, key));
  const wrong: string[] = [];
  let turn = 0;

  const repeat = async <Body>(what: string, ask: (index: number) => Promise<Answer<Body>>): Promise<Answer<Body>> => {
    const firstMs = performance.now();
    for (;;) {
      const answer = await within(ask(turn++ % urls.length), what).catch((error: unknown) => {
        if (!isLostConnection(error)) throw error;
        return undefined;
      });
      if (answer !== undefined && answer.status >= 500 && answer.status !== 503)
        wrong.push(`${what} is answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      else if (answer !== undefined && !isForLater(answer)) return answer;
      if (performance.now() - firstMs > giveUpAfterMs)
        throw new Error(`${what} has no definite answer after ${giveUpAfterMs / 1_000} s: ${JSON.stringify(answer)}`);
      const asked = Number(answer?.headers.get('retry-after') ?? 0) * 1_000;
      await sleep(Math.min(longestPauseMs, Math.max(pauseMs, asked)));
    }
  };
  const headersOf = (idempotencyKey?: string) =>
    idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } };
  return {
    send: <Body>(method: string, path: string, body?: unknown, idempotencyKey?: string) =>
      repeat(`${method} ${path}`, (index) => requests[index]!<Body>(method, path, body, headersOf(idempotencyKey))),
    upload: <Body>(path: string, file: string, idempotencyKey: string) =>
      repeat(`POST ${path}`, async (index): Promise<Answer<Body>> => {
        const form = new FormData();
        form.append('file', new Blob([file], { type: 'application/x-ndjson' }), 'contacts.ndjson');
        const headers = { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey };
        const response = await fetch(`${urls[index]}${path}`, { method: 'POST', headers, body: form });
        return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
      }),
    takeWrong: () => wrong.splice(0),
  };
}

/** Fetch reports each lost connection, also in the middle of a response, as a TypeError. */
const isLostConnection = (error: unknown): boolean => error instanceof TypeError || error instanceof SyntaxError;

async function within<T>(asked: Promise<T>, what: string): Promise<T> {
  const stop = new AbortController();
  asked.catch(() => undefined);
  const late = sleep(answerWithinMs, undefined, { signal: stop.signal }).then(() => {
    throw new TypeError(`${what} was not answered within ${answerWithinMs / 1_000} s`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([asked, late]);
  } finally {
    stop.abort();
  }
}
