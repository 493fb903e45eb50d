import { AgentRefusedError } from '../../../domain/call/agent-errors';
import { Agent, request } from 'undici';
import { WebSocket } from 'ws';
import type { AttemptErrorClass } from '../../../domain/webhook/attempt';
import { createGuardedConnector } from '../../webhook/connector';
import { classifyFailure } from '../../webhook/failure';
import { createNameResolver, type NameResolver } from '../../webhook/resolver';
import { findAgentUrlProblem, guardOf, type AgentNetworks } from './destination';
import { createPeer, type AgentPeer, type PeerOptions } from './peer';
import { streamLimits } from './protocol';

/** How to reach an agent. */
export interface AgentAddress {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Connects to agents, at permitted addresses only. */
export interface AgentConnector {
  /** @throws {AgentRefusedError} if the agent does not accept the connection in time */
  open(address: AgentAddress, timeoutMs: number): Promise<AgentPeer>;
  /** Posts a form. @returns the body of a 200 response. @throws {AgentRefusedError} for any other response, or none in time */
  post(address: AgentAddress, form: Readonly<Record<string, string>>, timeoutMs: number): Promise<string>;
}

export interface AgentConnectorOptions extends AgentNetworks {
  resolver?: NameResolver;
  /** Certificate authorities instead of the built-in ones, in PEM. */
  ca?: string;
  peer?: PeerOptions;
}

const failures: Partial<Record<AttemptErrorClass, string>> = {
  dns_error: 'Its name does not resolve to an address that agents may have.',
  blocked_address: 'Agents may not be at its address.',
  connection_refused: 'It refused the connection.',
  connection_reset: 'It closed the connection.',
  connect_timeout: 'It did not answer in time.',
  tls_error: 'Its TLS certificate or handshake is not valid.',
  invalid_response: 'Its response is not valid HTTP.',
};

const refused = (why: string): AgentRefusedError =>
  new AgentRefusedError(`The voice agent did not take the call: ${why}`);

const toRefusal = (error: unknown): AgentRefusedError =>
  error instanceof AgentRefusedError
    ? error
    : refused(failures[classifyFailure(error).errorClass] ?? 'The connection failed.');

export function createAgentConnector(options: AgentConnectorOptions): AgentConnector {
  const resolver = options.resolver ?? createNameResolver();
  const connectorOf = (url: URL, connectTimeoutMs: number) =>
    createGuardedConnector({
      guard: guardOf(url, options),
      resolver,
      privateHosts: { add: () => undefined },
      connectTimeoutMs,
      ca: options.ca,
    });
  return {
    open: async ({ url: text, headers }, timeoutMs) => {
      const problem = findAgentUrlProblem(text, 'URL', options);
      if (problem !== undefined) throw refused(problem);
      const url = new URL(text);
      return openSocket(url, { headers, connect: connectorOf(url, timeoutMs), timeoutMs, peer: options.peer });
    },
    post: async ({ url: text, headers }, form, timeoutMs) => {
      const problem = findAgentUrlProblem(text, 'TwimlURL', options);
      if (problem !== undefined) throw refused(problem);
      const url = new URL(text);
      // For one request: agents are many, and each is asked once a call.
      const dispatcher = new Agent({ connect: connectorOf(url, timeoutMs) });
      try {
        return await postForm(url, { headers, form, dispatcher, timeoutMs });
      } catch (error) {
        throw toRefusal(error);
      } finally {
        void dispatcher.destroy();
      }
    },
  };
}

interface SocketOptions {
  headers: Readonly<Record<string, string>>;
  connect: ReturnType<typeof createGuardedConnector>;
  timeoutMs: number;
  peer: PeerOptions | undefined;
}

function openSocket(url: URL, { headers, connect, timeoutMs, peer }: SocketOptions): Promise<AgentPeer> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers: { ...headers, 'user-agent': 'Outdial' },
      maxPayload: streamLimits.messageBytes,
      perMessageDeflate: false,
      // The type allows a socket only, but Node passes the callback on, and takes the socket from it.
      createConnection: ((_options: unknown, done: Parameters<typeof connect>[1]) => {
        const { hostname, host, port } = url;
        const protocol = url.protocol === 'wss:' ? 'https:' : 'http:';
        connect({ hostname, host, protocol, port: port === '' ? (protocol === 'https:' ? '443' : '80') : port }, done);
      }) as never,
    });
    const give = (error: unknown): void => {
      clearTimeout(timer);
      reject(toRefusal(error));
    };
    const timer = setTimeout(() => {
      give(refused(`It did not accept the connection within ${timeoutMs / 1000} s.`));
      socket.terminate();
    }, timeoutMs);
    // Stays: an error after the promise is settled must not end the process.
    socket.on('error', give);
    socket.once('unexpected-response', (sent, response) => {
      give(refused(`It answered ${response.statusCode} where a websocket was expected.`));
      sent.destroy();
    });
    socket.once('open', () => {
      clearTimeout(timer);
      resolve(createPeer(socket, peer));
    });
  });
}

interface FormOptions {
  headers: Readonly<Record<string, string>>;
  form: Readonly<Record<string, string>>;
  dispatcher: Agent;
  timeoutMs: number;
}

async function postForm(url: URL, { headers, form, dispatcher, timeoutMs }: FormOptions): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { statusCode, body } = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Outdial' },
      body: new URLSearchParams(form).toString(),
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    if (statusCode !== 200) throw refused(`Its TwimlURL answered ${statusCode}.`);
    return await readAll(body);
  } catch (error) {
    if (signal.aborted) throw refused(`Its TwimlURL did not answer within ${timeoutMs / 1000} s.`);
    throw error;
  }
}

async function readAll(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > streamLimits.messageBytes) throw refused('The response of its TwimlURL is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
