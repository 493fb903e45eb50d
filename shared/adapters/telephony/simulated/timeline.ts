import type { Turn } from './pace';
import type { Utterance } from './voice';

/** Adds a turn to the timeline before it is spoken. Audio is rendered only for the past, so it may still change. */
export function utter(speech: Utterance[], nowMs: number, channel: Utterance['channel'], turn: Turn): Utterance {
  const startMs = nowMs + turn.pauseMs;
  const utterance = { channel, startMs, endMs: startMs + turn.speechMs };
  speech.push(utterance);
  return utterance;
}

/** Ends an utterance now. An utterance that had not begun is removed. */
export function shorten(speech: Utterance[], nowMs: number, utterance: Utterance): void {
  if (utterance.startMs >= nowMs) {
    speech.splice(speech.indexOf(utterance), 1);
    utterance.startMs = nowMs;
  }
  utterance.endMs = Math.min(utterance.endMs, nowMs);
}
