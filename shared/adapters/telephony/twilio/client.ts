import { Agent, request, type Dispatcher } from 'undici';
import type { z } from 'zod';
import { TwilioRefusedError, TwilioUnknownError, toSendError } from './errors';
import { callSchema, errorSchema, eventsSchema, listSchema, type TwilioCall } from './resources';

export { callStatuses, isFinal, type CallStatus, type TwilioCall } from './resources';

/** A new call. Names are those of Twilio's form. */
export interface NewCall {
  To: string;
  From: string;
  Twiml: string;
  /** Seconds of ringing. */
  Timeout: number;
  /** Seconds of the whole call. */
  TimeLimit: number;
  StatusCallback: string;
  /** Where the verdict of Twilio's machine detection is posted; without it there is none. */
  AsyncAmdStatusCallback?: string | undefined;
}

/** The part of Twilio's API that places and ends calls. Every function sends exactly one request and never repeats it. */
export interface TwilioClient {
  /**
   * @throws {TwilioRefusedError} if surely no call was created
   * @throws {TwilioUnknownError} if it is unknown whether a call was created
   */
  create(call: NewCall): Promise<TwilioCall>;
  /** @returns `undefined` if there is no such call. @throws as {@link create} */
  get(sid: string): Promise<TwilioCall | undefined>;
  /**
   * Ends a call: `canceled` only while it is queued or rings, `completed` always.
   * @returns `undefined` if there is no such call. @throws as {@link create}; refused also if the call is over
   */
  end(sid: string, how: 'canceled' | 'completed'): Promise<TwilioCall | undefined>;
  /** Whether Twilio has sent, or tried to send, a request for the call to an address that contains a text. @throws as {@link create} */
  hasRequested(sid: string, text: string): Promise<boolean>;
  /** The latest calls between two numbers, at most 50, newest first. @throws as {@link create} */
  list(between: { to: string; from: string }): Promise<TwilioCall[]>;
  close(): Promise<void>;
}

export interface TwilioClientOptions {
  accountSid: string;
  authToken: string;
  /** Without a trailing slash. */
  baseUrl?: string | undefined;
  /** How long a request may take, in ms. */
  timeoutMs?: number | undefined;
}

export const defaultBaseUrl = 'https://api.twilio.com';
const defaultTimeoutMs = 10_000;
const connectTimeoutMs = 5_000;
/** Shorter than servers keep an idle connection: one that they close just then would lose a request. */
const keepAliveMs = 4_000;
const maxBodyBytes = 1024 * 1024;
const listedCalls = 50;

interface Answer {
  status: number;
  body: unknown;
  retryAfterSeconds: number | undefined;
}

/** Creates a client of one account. It follows no redirects and ignores proxies of the environment. */
export function createTwilioClient(options: TwilioClientOptions): TwilioClient {
  const { accountSid, authToken, baseUrl = defaultBaseUrl, timeoutMs = defaultTimeoutMs } = options;
  const dispatcher = new Agent({
    connect: { timeout: Math.min(connectTimeoutMs, timeoutMs) },
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    pipelining: 1,
  });
  let closed: Promise<void> | undefined;
  const calls = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Calls`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const send = (method: 'GET' | 'POST', url: string, form?: URLSearchParams): Promise<Answer> =>
    exchange(url, { method, dispatcher, authorization, form, timeoutMs });
  const one = async (answer: Promise<Answer>): Promise<TwilioCall | undefined> => {
    const { status, body, retryAfterSeconds } = await answer;
    return status === 404 ? undefined : read(callSchema, { status, body, retryAfterSeconds });
  };
  return {
    create: async (call) => read(callSchema, await send('POST', `${calls}.json`, toForm(call))),
    get: (sid) => one(send('GET', `${calls}/${sid}.json`)),
    end: (sid, Status) => one(send('POST', `${calls}/${sid}.json`, new URLSearchParams({ Status }))),
    list: async ({ to, from }) => {
      const query = new URLSearchParams({ To: to, From: from, PageSize: String(listedCalls) });
      return read(listSchema, await send('GET', `${calls}.json?${query.toString()}`)).calls;
    },
    hasRequested: async (sid, text) => {
      const { events } = read(eventsSchema, await send('GET', `${calls}/${sid}/Events.json?PageSize=${listedCalls}`));
      return events.some((event) => JSON.stringify(event).includes(text));
    },
    close: () => (closed ??= dispatcher.destroy()),
  };
}

function toForm({ StatusCallback, AsyncAmdStatusCallback, Timeout, TimeLimit, ...texts }: NewCall): URLSearchParams {
  const form = new URLSearchParams({
    ...texts,
    Timeout: String(Timeout),
    TimeLimit: String(TimeLimit),
    StatusCallback,
    StatusCallbackMethod: 'POST',
  });
  for (const event of ['initiated', 'ringing', 'answered', 'completed']) form.append('StatusCallbackEvent', event);
  if (AsyncAmdStatusCallback !== undefined) {
    form.set('MachineDetection', 'DetectMessageEnd');
    form.set('AsyncAmd', 'true');
    form.set('AsyncAmdStatusCallback', AsyncAmdStatusCallback);
    form.set('AsyncAmdStatusCallbackMethod', 'POST');
  }
  return form;
}

interface Exchange {
  method: 'GET' | 'POST';
  dispatcher: Dispatcher;
  authorization: string;
  form: URLSearchParams | undefined;
  timeoutMs: number;
}

/** Sends one request. @throws {TwilioRefusedError} if nothing was sent, {TwilioUnknownError} if there is no whole answer */
async function exchange(
  url: string,
  { method, dispatcher, authorization, form, timeoutMs }: Exchange,
): Promise<Answer> {
  try {
    const response = await request(url, {
      method,
      dispatcher,
      headers: {
        authorization,
        accept: 'application/json',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: form.toString() }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const retryAfter = Number(response.headers['retry-after']);
    return {
      status: response.statusCode,
      body: parseJson(await readText(response.body)),
      retryAfterSeconds: retryAfter >= 0 ? retryAfter : undefined,
    };
  } catch (error) {
    throw toSendError(error);
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new Error('The answer of Twilio is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads an answer, or the error that it says. */
function read<T>(schema: z.ZodType<T>, { status, body, retryAfterSeconds }: Answer): T {
  if (status >= 500 || status === 408) throw new TwilioUnknownError(`Twilio answered with ${status}.`);
  if (status < 200 || status >= 300) {
    const { code } = errorSchema.safeParse(body).data ?? {};
    throw new TwilioRefusedError(status, { code, retryAfterSeconds });
  }
  const parsed = schema.safeParse(body);
  // The error would quote the numbers of the call.
  if (!parsed.success) throw new TwilioUnknownError('The answer of Twilio is not understood.');
  return parsed.data;
}
