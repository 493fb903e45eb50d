import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCall, type StandInCall } from './call';
import type { Faults, Phone } from './phone';
import { findProblem } from './schema';

/** A number, and what is behind it. */
export interface Subscriber {
  phone: Phone;
  faults?: Faults;
}

/** A server that behaves as Twilio's API for calls does, with phones without people. */
export interface TwilioStandIn {
  url: string;
  accountSid: string;
  authToken: string;
  /** In the order of their requests. */
  calls(): readonly StandInCall[];
  /** The calls whose callbacks name an attempt. */
  callsOf(attemptKey: string): readonly StandInCall[];
  /** How many requests to create a call came for an attempt, created or not. */
  requestsFor(attemptKey: string): number;
  /** What was wrong with requests, and with our own answers, by Twilio's public description. */
  problems: readonly string[];
  close(): Promise<void>;
}

interface State {
  accountSid: string;
  authToken: string;
  calls: StandInCall[];
  requests: string[];
  problems: string[];
  subscriberOf: (to: string) => Subscriber;
}

const base = '/2010-04-01/Accounts/';

/** @param subscriberOf what is behind a number, when a call to it is requested */
export async function startTwilioStandIn(subscriberOf: (to: string) => Subscriber): Promise<TwilioStandIn> {
  const accountSid = `AC${randomBytes(16).toString('hex')}`;
  const authToken = randomBytes(16).toString('hex');
  const state: State = { accountSid, authToken, calls: [], requests: [], problems: [], subscriberOf };
  const server = createServer((req, res) => {
    handle(state, req, res).catch((error: unknown) => {
      state.problems.push(String(error));
      res.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const names = (key: string) => `/line/twilio/${key}/`;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ accountSid, authToken, problems: state.problems },
    calls: () => state.calls,
    callsOf: (key) => state.calls.filter(({ form }) => form['StatusCallback']?.includes(names(key))),
    requestsFor: (key) => state.requests.filter((url) => url.includes(names(key))).length,
    close: async () => {
      for (const call of state.calls) call.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handle(state: State, req: IncomingMessage, res: ServerResponse): Promise<ServerResponse | undefined> {
  const { accountSid, authToken, calls } = state;
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://stand-in');
  const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  if (req.headers.authorization !== basic) return sendError(res, 401, 20003);
  const form = readForm(new URLSearchParams(await readBody(req)));
  const pattern = new RegExp(`^${base}${accountSid}/Calls(?:/(CA[0-9a-f]{32})(/Events)?)?\\.json$`);
  const [, sid, events] = pattern.exec(pathname) ?? [null];
  if (sid === null) return sendError(res, 404, 20404);
  if (sid === undefined && req.method === 'POST') return create(state, { form, req, res });
  if (sid === undefined) return list(state, searchParams, res);
  const call = calls.find((one) => one.sid === sid);
  if (call === undefined) return sendError(res, 404, 20404);
  if (events !== undefined) return sendEvents(state, call, { pathname, res });
  if (req.method === 'POST') {
    const problem = findProblem('update', form);
    if (problem !== undefined) state.problems.push(problem);
    if ((call.faults.endFails ?? 0) > 0) {
      call.faults.endFails = (call.faults.endFails ?? 0) - 1;
      return sendError(res, 500, 20500);
    }
    if (!call.end(form['Status'] as 'canceled' | 'completed')) return sendError(res, 400, 21220);
  }
  return sendChecked(state, res, { status: 200, kind: 'call', body: call.resource() });
}

type Form = Record<string, string | string[]>;

interface Creation {
  form: Form;
  req: IncomingMessage;
  res: ServerResponse;
}

function create(state: State, { form, req, res }: Creation): ServerResponse | undefined {
  const problem = findProblem('create', form);
  if (problem !== undefined) {
    state.problems.push(problem);
    return sendError(res, 400, 20001);
  }
  state.requests.push(String(form['StatusCallback']));
  const { phone, faults = {} } = state.subscriberOf(String(form['To']));
  if (faults.create === 'refused_429') return sendError(res, 429, 20429, { 'retry-after': '2' });
  if (faults.create === 'refused_500') return sendError(res, 500, 20500);
  if (faults.create === 'refused_400') return sendError(res, 400, 21210);
  if (faults.create === 'invalid_number') return sendError(res, 400, 21211);
  if (typeof faults.create === 'number') return sendError(res, 400, faults.create);
  const texts = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
  const { accountSid, authToken } = state;
  const sid = `CA${randomBytes(16).toString('hex')}`;
  const startsAtMs = Date.now() + (faults.queueMs ?? 0);
  const call = createCall({ sid, accountSid, authToken, form: texts, phone, faults, startsAtMs });
  state.calls.push(call);
  if (faults.create === 'answer_lost') req.socket.destroy();
  if (faults.create === 'created_500') return sendError(res, 500, 20500);
  if (faults.create !== undefined) return undefined;
  return sendChecked(state, res, { status: 201, kind: 'call', body: call.resource() });
}

function list(state: State, query: URLSearchParams, res: ServerResponse): ServerResponse {
  const problem = findProblem('list', Object.fromEntries(query));
  if (problem !== undefined) state.problems.push(problem);
  const uri = `${base}${state.accountSid}/Calls.json`;
  const calls = state.calls
    .filter(({ form, faults }) => faults.isUnlisted !== true && form['To'] === query.get('To'))
    .filter(({ form }) => form['From'] === query.get('From'))
    .map((call) => call.resource())
    .reverse();
  const links = { first_page_uri: uri, next_page_uri: null, previous_page_uri: null };
  return sendChecked(state, res, { status: 200, kind: 'page', body: { calls, page: 0, page_size: 50, uri, ...links } });
}

function sendEvents(
  state: State,
  call: StandInCall,
  { pathname: uri, res }: { pathname: string; res: ServerResponse },
): ServerResponse {
  const links = { first_page_uri: uri, next_page_uri: null, previous_page_uri: null };
  const body = { events: call.events(), page: 0, page_size: 50, uri, ...links };
  return sendChecked(state, res, { status: 200, kind: 'events', body });
}

interface Checked {
  status: number;
  kind: 'call' | 'page' | 'events';
  body: object;
}

function sendChecked({ problems }: State, res: ServerResponse, { status, kind, body }: Checked): ServerResponse {
  const problem = findProblem(kind, body);
  if (problem !== undefined) problems.push(problem);
  return send(res, status, body);
}

function send(res: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): ServerResponse {
  return res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** As Twilio does, with the number in the message: it must not get into logs. */
const sendError = (
  res: ServerResponse,
  status: number,
  code: number,
  headers?: Record<string, string>,
): ServerResponse => send(res, status, { code, message: 'Refused: +358401234567', more_info: '', status }, headers);

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Names with several values are lists. */
function readForm(params: URLSearchParams): Form {
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}
