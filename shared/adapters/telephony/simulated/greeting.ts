import type { ContactSpeech } from '../telephony';
import type { Timers } from './clock';
import type { Turn } from './pace';
import type { ContactScript } from './scenarios';
import { utter } from './timeline';
import type { Utterance } from './voice';

interface Greeting {
  script: ContactScript;
  speech: Utterance[];
  timers: Timers;
  emit(speech: ContactSpeech): void;
}

const helloTiming = { pauseMs: 300, speechMs: 600 } as const;
/** A detector takes shorter greetings for a human's. */
const leastGreetingMs = 3_500;
const beep = { hertz: 1_000, ms: 400 } as const;

/** A person picks up, if the script says so. It is no turn: the assistant speaks on. */
export function sayHello({ script: { hello: text }, speech, timers, emit }: Greeting): void {
  if (text === undefined) return;
  const { startMs, endMs } = utter(speech, 0, 'user', { text, ...helloTiming });
  timers.after(endMs, () => emit({ text, startMs, endMs }));
}

/** Makes the greeting of a machine that can only be heard long enough to be recognized. */
export const lengthenGreeting = (turn: Turn, { isOnlyHeard }: ContactScript): Turn =>
  isOnlyHeard === true ? { ...turn, speechMs: Math.max(turn.speechMs, leastGreetingMs) } : turn;

/** Adds the beep of a machine whose greeting has just ended. */
export function soundBeep({ script, speech }: Pick<Greeting, 'script' | 'speech'>, nowMs: number): void {
  if (script.beepAfterMs === undefined) return;
  const startMs = nowMs + script.beepAfterMs;
  speech.push({ channel: 'user', startMs, endMs: startMs + beep.ms, hertz: beep.hertz });
}
