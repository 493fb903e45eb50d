import { setTimeout as sleep } from 'node:timers/promises';
import {
  ExtractionError,
  type Extraction,
  type ExtractionRequest,
  type Extractor,
  type TokenUsage,
} from '../../../domain/call/extraction';
import { createValidator } from '../schema/compile';
import { readAnswer } from './answer';
import {
  BadChatRequestError,
  createChat,
  formats,
  type Chat,
  type ChatAnswer,
  type ChatRequest,
  type ChatSettings,
} from './chat';
import { answerSchemaOf, writePrompt, type Prompt } from './prompt';

export interface ExtractorSettings extends ChatSettings {
  maxInputTokens: number;
  /** Of all analyses of one job. */
  maxTokensPerJob: number;
  /** The shortest pause before a repeated request, in ms; it doubles. */
  firstPauseMs?: number;
}

/** Tokens are counted by the server; before, they are estimated from below what a token has in any language. */
const charactersPerToken = 3;
const estimate = (text: string): number => Math.ceil(text.length / charactersPerToken);

/** Requests for one analysis; after them it is left to a later attempt. */
const maxRequests = 3;
const defaultPauseMs = 500;
const longestPauseMs = 8_000;
const repeatable = new Set(['rate_limited', 'unavailable', 'invalid_answer']);

/** One analysis: what it has taken so far. */
interface Attempt {
  request: ExtractionRequest;
  prompt: Prompt;
  signal: AbortSignal;
  deadlineMs: number;
  tokens: TokenUsage;
}

/**
 * Extracts by a model that an OpenAI-compatible server offers. It repeats what may pass, at most three times and within the
 * time of the request, and reads nothing from an answer that the transcript does not confirm.
 */
export function createOpenAiExtractor(settings: ExtractorSettings): Extractor {
  const ask = withFormats(createChat(settings));
  return {
    model: settings.model,
    extract: async (request) => {
      if (createValidator(request.schema) === undefined)
        throw new ExtractionError(
          'schema_invalid',
          'The analysis schema was stored by an earlier version and is not valid.',
        );
      const prompt = writePrompt(request.calls, request.schema, settings.maxInputTokens * charactersPerToken);
      if (prompt.given.size === 0)
        throw new ExtractionError(
          'token_limit',
          'The analysis schema and the last message exceed the limit on tokens.',
        );
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), request.withinMs);
      const attempt = {
        request,
        prompt,
        signal: deadline.signal,
        deadlineMs: performance.now() + request.withinMs,
        tokens: { input: 0, output: 0 },
      };
      try {
        return await repeat(attempt, settings, ask);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

type Ask = (request: Omit<ChatRequest, 'format'>) => Promise<ChatAnswer>;

async function repeat(attempt: Attempt, settings: ExtractorSettings, ask: Ask): Promise<Extraction> {
  for (let requests = 1; ; requests++) {
    try {
      return await extractOnce(attempt, settings, ask);
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      addTokens(attempt.tokens, error.details.tokens);
      const failed = new ExtractionError(error.failure, error.message, { ...error.details, tokens: attempt.tokens });
      if (requests >= maxRequests || !repeatable.has(error.failure)) throw failed;
      const pauseMs = Math.max(
        Math.min((settings.firstPauseMs ?? defaultPauseMs) * 2 ** (requests - 1), longestPauseMs) *
          (0.5 + Math.random() / 2),
        error.details.retryAfterMs ?? 0,
      );
      // A later attempt waits as long as the server asked to.
      if (performance.now() + pauseMs >= attempt.deadlineMs) throw failed;
      await sleep(pauseMs);
    }
  }
}

async function extractOnce(attempt: Attempt, settings: ExtractorSettings, ask: Ask): Promise<Extraction> {
  const { request, prompt, signal, tokens } = attempt;
  const { instructions, transcript, given, truncated } = prompt;
  const expected = estimate(instructions) + estimate(transcript) + settings.maxOutputTokens;
  if (request.tokensUsed + tokens.input + tokens.output + expected > settings.maxTokensPerJob)
    throw new ExtractionError('token_limit', 'The job has used up its tokens.');
  const schema = answerSchemaOf(request.schema);
  const answer = await ask({ instructions, transcript, schema, signal });
  addTokens(
    tokens,
    answer.tokens ?? { input: estimate(instructions) + estimate(transcript), output: estimate(answer.content) },
  );
  return { ...readAnswer(answer.content, request.schema, given), truncated, tokens };
}

function addTokens(sum: TokenUsage, added: TokenUsage | undefined): void {
  sum.input += added?.input ?? 0;
  sum.output += added?.output ?? 0;
}

/**
 * Asks with the best format that the server knows. A refused request is repeated with the next one; what helped is
 * remembered, so that only the first requests of a process are refused.
 */
function withFormats(chat: Chat): Ask {
  let known = 0;
  return async (request) => {
    for (let at = known; ; at++) {
      const format = formats[at] ?? 'text';
      try {
        const answer = await chat.ask({ ...request, format });
        known = Math.max(known, at);
        return answer;
      } catch (error) {
        if (!(error instanceof BadChatRequestError)) throw error;
        if (at >= formats.length - 1) throw new ExtractionError('rejected', error.message);
      }
    }
  };
}
