import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { ExtractionError, type TokenUsage } from '../../../domain/call/extraction';
import { parseRetryAfterMs } from '../../../domain/webhook/retry-after';
import type { JsonSchema } from '../schema/json-schema';

export interface ChatSettings {
  baseUrl: string;
  /** Absent for servers that need none. */
  apiKey?: string | undefined;
  model: string;
  maxOutputTokens: number;
}

/** Bytes of one response. The answer itself is bounded more closely. */
const maxResponseBytes = 1024 * 1024;

class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError';
}

/** Reads a response up to the limit, and follows no redirect: the key is for one server. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxResponseBytes) throw new ResponseTooLargeError('The response is too large.');
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
};

/** How the form of the answer is requested. Servers know the first, or the next ones only. */
export const formats = ['json_schema', 'json_object', 'text'] as const;
export type Format = (typeof formats)[number];

/** The parts of a request that servers differ in. */
function formatFields(format: Format, schema: JsonSchema, maxTokens: number) {
  switch (format) {
    case 'json_schema':
      return {
        max_completion_tokens: maxTokens,
        response_format: {
          type: 'json_schema' as const,
          // Not strict: OpenAI takes few keywords then. The answer is checked here.
          json_schema: { name: 'analysis', strict: false, schema },
        },
      };
    case 'json_object':
      return { max_tokens: maxTokens, response_format: { type: 'json_object' as const } };
    case 'text':
      return { max_tokens: maxTokens };
  }
}

export interface ChatRequest {
  instructions: string;
  transcript: string;
  schema: JsonSchema;
  format: Format;
  signal: AbortSignal;
}

export interface ChatAnswer {
  content: string;
  /** As the server counted them; absent if it does not. */
  tokens: TokenUsage | undefined;
}

/** The server does not know how the form of the answer was requested, or refuses the request for another reason. */
export class BadChatRequestError extends Error {
  override name = 'BadChatRequestError';
}

/** Speaks the chat completions of OpenAI's interface with one server. */
export function createChat({ baseUrl, apiKey, model, maxOutputTokens }: ChatSettings) {
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // Environment variables of the library must not add to a request.
    organization: null,
    project: null,
    // The caller repeats requests, within its own time.
    maxRetries: 0,
    fetch: boundedFetch,
    logLevel: 'off',
  });
  return {
    /** @throws {ExtractionError | BadChatRequestError} */
    ask: async ({ instructions, transcript, schema, format, signal }: ChatRequest): Promise<ChatAnswer> => {
      try {
        const completion = await client.chat.completions.create(
          {
            model,
            messages: [
              { role: 'system', content: instructions },
              { role: 'user', content: transcript },
            ],
            ...formatFields(format, schema, maxOutputTokens),
          },
          { signal },
        );
        return toAnswer(completion);
      } catch (error) {
        throw toExtractionError(error);
      }
    },
  };
}
export type Chat = ReturnType<typeof createChat>;

/** What of a completion is read. Servers leave out what the library's types promise. */
interface Completion {
  choices?: { message?: { content?: unknown; refusal?: unknown } | null; finish_reason?: unknown }[];
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
}

function toAnswer({ choices, usage }: Completion): ChatAnswer {
  const [choice] = Array.isArray(choices) ? choices : [];
  const [input, output] = [usage?.prompt_tokens, usage?.completion_tokens];
  const tokens = typeof input === 'number' && typeof output === 'number' ? { input, output } : undefined;
  const spent = tokens === undefined ? {} : { tokens };
  if (typeof choice?.message?.refusal === 'string' || choice?.finish_reason === 'content_filter')
    throw new ExtractionError('refused', 'The model refused to answer.', spent);
  if (choice?.finish_reason === 'length')
    throw new ExtractionError('answer_too_large', 'The answer was cut off at the limit on tokens.', spent);
  const content = choice?.message?.content;
  if (typeof content !== 'string') throw new ExtractionError('invalid_answer', 'The server gave no answer.', spent);
  return { content, tokens };
}

/** Names the cause without the text of the server, which may repeat the transcript. */
function toExtractionError(error: unknown): Error {
  if (error instanceof ExtractionError) return error;
  if (error instanceof APIUserAbortError || error instanceof APIConnectionTimeoutError)
    return new ExtractionError('timeout', 'The model did not answer in time.');
  if (!(error instanceof APIError))
    return new ExtractionError('invalid_answer', 'The response of the server is not valid JSON.');
  const { status, headers } = error as { status: number | undefined; headers: Headers | undefined };
  if (status === undefined)
    return (error.cause as Error | undefined)?.name === 'ResponseTooLargeError'
      ? new ExtractionError('answer_too_large', 'The response of the server is too large.')
      : new ExtractionError('unavailable', 'The server of the model cannot be reached.');
  const retryAfterMs = parseRetryAfterMs(headers?.get('retry-after') ?? undefined, Date.now());
  if (status === 429)
    return new ExtractionError('rate_limited', 'The server of the model takes no more requests now.', { retryAfterMs });
  if (status === 408 || status === 409 || status >= 500)
    return new ExtractionError('unavailable', `The server of the model answered ${status}.`, { retryAfterMs });
  if (status === 400 || status === 422) return new BadChatRequestError(`The server of the model answered ${status}.`);
  return new ExtractionError('rejected', `The server of the model answered ${status}.`);
}
