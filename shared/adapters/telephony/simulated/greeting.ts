import type { Turn } from './pace';
import type { ContactScript } from './scenarios';
import type { Utterance } from './voice';

const helloMs = 600;
const beep = { hertz: 1_000, ms: 400 } as const;

/** A person greets at once, and in a word. A machine takes its time. */
export const paceGreeting = (turn: Turn, { isPerson }: ContactScript): Turn =>
  isPerson === true ? { ...turn, pauseMs: 0, speechMs: Math.min(helloMs, turn.pauseMs + turn.speechMs) } : turn;

/** Adds the beep of a machine whose greeting has just ended. */
export function soundBeep({ script, speech }: { script: ContactScript; speech: Utterance[] }, nowMs: number): void {
  if (script.beepAfterMs === undefined) return;
  const startMs = nowMs + script.beepAfterMs;
  speech.push({ channel: 'user', startMs, endMs: startMs + beep.ms, hertz: beep.hertz });
}
