import type { ContactSpeech, LegEnd, SpeakingLeg } from '../../../../shared/adapters/telephony/telephony';
import { createScriptedAgent } from '../../../../shared/adapters/voice-agent/scripted';
import type { ConversationContext } from '../../../../shared/adapters/voice-agent/voice-agent';
import type { LLMMessage } from '../../../../shared/domain/call/call';
import { fakeLeg } from '../../../support/fake-leg';

export const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A leg under the test's control: each sentence takes a second, and the test speaks for the contact. */
export function createHandLeg({ saying }: { saying?: (text: string) => void } = {}) {
  let nowMs = 0;
  const listeners = new Set<(speech: ContactSpeech) => void>();
  const said: string[] = [];
  let settle: (end: LegEnd) => void = () => undefined;
  const ended = new Promise<LegEnd>((resolve) => (settle = resolve));
  let hangUps = 0;
  const leg: SpeakingLeg = {
    ...fakeLeg('call_1').leg,
    ended,
    onSpeech: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onAudio: () => () => undefined,
    say: async (text) => {
      said.push(text);
      const startMs = nowMs;
      nowMs += 1000;
      await flush();
      saying?.(text);
      return { startMs, endMs: nowMs, interrupted: false };
    },
    hangUp: () => {
      hangUps++;
      settle({ reason: 'assistant_hung_up', atMs: nowMs });
      return Promise.resolve();
    },
  };
  const contactSays = async (text: string, at?: { startMs: number; endMs: number }) => {
    const { startMs, endMs } = at ?? { startMs: nowMs, endMs: (nowMs += 1000) };
    listeners.forEach((listener) => listener({ text, startMs, endMs }));
    await flush();
    await flush();
  };
  return { leg, said, contactSays, settle, hangUps: () => hangUps, listeners, nowMs: () => nowMs };
}

/** Lets the scripted agent join the call. */
export function converse(hand: ReturnType<typeof createHandLeg>, change: Partial<ConversationContext> = {}) {
  const messages: LLMMessage[] = [];
  const context: ConversationContext = {
    jobId: 'job_1',
    callId: 'call_1',
    data: {},
    metadata: {},
    agent: {},
    onMessage: (message) => messages.push(message),
    onCallback: () => undefined,
    onTransfer: () => undefined,
    ...change,
  };
  const done = createScriptedAgent({ nowMs: () => Date.UTC(2026, 0, 1) + hand.nowMs() }).converse(hand.leg, context);
  return { messages, done };
}
