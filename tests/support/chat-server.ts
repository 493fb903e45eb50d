import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request for a chat completion. */
export interface ChatRequestBody {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { schema: Record<string, unknown> } };
  max_tokens?: number;
  max_completion_tokens?: number;
}

/** Answers one request; without an answer the request stays open. */
export type ChatBehavior = (response: ServerResponse, body: ChatRequestBody) => void;

/** A message of the transcript in a request. */
export interface GivenMessage {
  id: string;
  speaker: string;
  text: string;
}

export const messagesOf = ({ messages }: ChatRequestBody): GivenMessage[] =>
  (JSON.parse(messages[1]?.content ?? '') as { calls: { messages: GivenMessage[] }[] }).calls.flatMap(
    (call) => call.messages,
  );

const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

const completion = (content: string | null, more: { finish_reason?: string; refusal?: string } = {}) => ({
  id: 'completion-1',
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content, ...(more.refusal === undefined ? {} : { refusal: more.refusal }) },
      finish_reason: more.finish_reason ?? 'stop',
    },
  ],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
});

/** What a server of models can do. */
export const chat = {
  /** Answers with a text as the message of the assistant. */
  says:
    (content: string | null, more: Parameters<typeof completion>[1] = {}): ChatBehavior =>
    (response) =>
      sendJson(response, 200, completion(content, more)),
  /** Answers with fields, each with its value and quotes. */
  finds:
    (find: (messages: GivenMessage[]) => Record<string, unknown>, Summary = 'They talked.'): ChatBehavior =>
    (response, body) =>
      sendJson(response, 200, completion(JSON.stringify({ Summary, Fields: find(messagesOf(body)) }))),
  fails:
    (status: number, headers: Record<string, string> = {}): ChatBehavior =>
    (response) =>
      sendJson(response, status, { error: { message: 'The stand-in refuses this.' } }, headers),
  sendsBody:
    (text: string): ChatBehavior =>
    (response) =>
      sendJson(response, 200, text),
  isSilent: (): void => undefined,
  cutsOff: ((response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
    response.write('{"choices":[{"mess', () => response.destroy());
  }) satisfies ChatBehavior,
  resets: ((response) => void response.destroy()) satisfies ChatBehavior,
};

/** A server that speaks OpenAI's chat completions on a free port of this machine. */
export interface ChatServer {
  baseUrl: string;
  requests: ChatRequestBody[];
  keys: (string | undefined)[];
  /** What it does with the next requests; the last one repeats. */
  behave: (...next: ChatBehavior[]) => void;
  close: () => Promise<void>;
}

export async function startChatServer(): Promise<ChatServer> {
  const requests: ChatRequestBody[] = [];
  const keys: (string | undefined)[] = [];
  let behaviors: ChatBehavior[] = [chat.fails(500)];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
        sendJson(response, 404, {});
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequestBody;
      requests.push(body);
      keys.push(request.headers.authorization);
      const behavior = behaviors.length > 1 ? behaviors.shift() : behaviors[0];
      behavior?.(response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    keys,
    behave: (...next) => {
      behaviors = next;
      requests.length = 0;
      keys.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
