import type { LLMMessage } from '../../shared/domain/call/call';
import type { CallSummary } from '../../shared/domain/call/call-record';
import { boundMessage, storedTextLimits } from '../../shared/domain/call/limits';
import type { ActivityDeps } from '../deps';
import type { CallWriter } from './call-writer';
import type { JobRedaction } from './redaction';

type TranscriptDeps = Pick<ActivityDeps, 'store' | 'logger' | 'metrics'>;

/** What is stored of a conversation. */
export interface Transcript {
  add: (message: LLMMessage) => void;
  /** How many messages have a sequence, whether they were stored or dropped. */
  count: () => number;
}

/**
 * Stores the messages of a call, as far as the limits on stored texts allow. The contact and the agent exchange the
 * original messages; only stored text is shortened and redacted.
 */
export function createTranscript(
  deps: TranscriptDeps,
  call: CallSummary,
  { writer, redaction }: { writer: CallWriter; redaction: Pick<JobRedaction, 'message'> },
): Transcript {
  const { logger, metrics } = deps;
  let characters = 0;
  let count = 0;
  const isFull = (): boolean => characters > storedTextLimits.transcript;
  const waiting = createWaitingMessages(deps, call, redaction);
  const add = (given: LLMMessage): void => {
    if (isFull()) {
      metrics.calls.recordDroppedWrite('message');
      return;
    }
    const message = boundMessage(given);
    characters += JSON.stringify(message).length;
    if (isFull()) {
      logger.error({ callId: call.ID, jobId: call.JobID }, 'call.transcript_full');
      return;
    }
    const sequence = ++count;
    waiting.add(sequence, message);
    void writer.write('message', () => waiting.store(sequence)).then(() => waiting.remove(sequence));
  };
  return { add, count: () => count };
}

/** Messages stored in one request at most. */
const maxTogether = 100;

/**
 * The messages that are not stored yet. Each has a write of its own, which counts its failures. The first write stores
 * those that wait behind it, too, so that a burst, or what an unavailable store held up, takes one request.
 */
function createWaitingMessages(
  { store }: Pick<TranscriptDeps, 'store'>,
  call: CallSummary,
  redaction: Pick<JobRedaction, 'message'>,
) {
  const waiting = new Map<number, () => Promise<LLMMessage>>();
  let together = true;
  const storeFirst = async (limit: number): Promise<void> => {
    const first = [...waiting].slice(0, limit);
    const messages: { message: LLMMessage; sequence: number }[] = [];
    for (const [sequence, redacted] of first) messages.push({ message: await redacted(), sequence });
    await store.calls.addMessages(call, messages);
    for (const [sequence] of first) waiting.delete(sequence);
  };
  return {
    add: (sequence: number, message: LLMMessage): void => {
      // Redacted once, however often the write is repeated: while the store is unavailable, every call repeats one.
      let redacted: Promise<LLMMessage> | undefined;
      waiting.set(sequence, () => (redacted ??= redaction.message(message)));
    },
    remove: (sequence: number): void => void waiting.delete(sequence),
    /** Stores the message, which is the first that waits, unless an earlier write has stored it. */
    store: async (sequence: number): Promise<void> => {
      if (!waiting.has(sequence)) return;
      try {
        await storeFirst(together ? maxTogether : 1);
      } catch (error) {
        // A message that cannot be stored must not keep those behind it from being stored.
        together &&= store.isUnavailable(error);
        throw error;
      }
    },
  };
}
