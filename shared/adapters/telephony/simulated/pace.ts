/** The remaining part of the conversation. All times are in ms since the answer. */
export interface Pace {
  talkMs: number;
  nowMs: number;
  /** Remaining sentences of the assistant, including the current one if it is the assistant's. */
  assistantTurns: number;
  /** Remaining sentences of the contact, likewise. */
  contactTurns: number;
  /** All sentences of the script, on both sides. */
  scriptTurns: number;
}

/** The timing of one sentence: silence first, then speech. */
export interface Turn {
  text: string;
  pauseMs: number;
  speechMs: number;
}

const msPerCharacter = 60;
const typicalSentenceMs = 3000;
const longestSpeechMs = 120_000;

/** Returns the duration of a text at a natural rate. */
export const naturalMs = (text: string) => Math.max(500, text.length * msPerCharacter);

/**
 * Times a sentence of the assistant: at a natural rate if there is time, faster in a short conversation.
 * The contact's turns absorb the remaining time; only the last sentence is stretched to the planned end.
 */
export function paceAssistant(text: string, pace: Pace): Turn {
  const natural = naturalMs(text);
  const turns = pace.assistantTurns + pace.contactTurns;
  const slotMs = Math.max(leastSlotMs(text, pace), (pace.talkMs - pace.nowMs) / Math.max(1, turns));
  const stretch = turns <= 1 ? 1.5 : 1;
  const pauseMs = Math.round(Math.min(300, slotMs * 0.1));
  const speechMs = slotMs - pauseMs > natural * stretch ? natural : slotMs - pauseMs;
  return { text, pauseMs, speechMs: Math.max(1, Math.round(speechMs)) };
}

/** Times a sentence of the contact, preceded by enough small talk that the conversation lasts as planned. */
export function paceContact(text: string, asides: readonly string[], pace: Pace): Turn {
  const reservedMs = pace.assistantTurns * Math.min(typicalSentenceMs, pace.talkMs / pace.scriptTurns);
  const fairMs = (pace.talkMs - pace.nowMs - reservedMs) / Math.max(1, pace.contactTurns);
  const slotMs = Math.round(Math.max(leastSlotMs(text, pace), fairMs));
  const leastPauseMs = Math.min(600, slotMs * 0.2);
  const spoken = withAsides(text, asides, Math.min(longestSpeechMs, slotMs - leastPauseMs));
  const speechMs = Math.max(1, Math.round(Math.min(slotMs - leastPauseMs, naturalMs(spoken) * 1.3)));
  return { text: spoken, pauseMs: slotMs - speechMs, speechMs };
}

/**
 * Both sides speak at most twice as fast as the natural rate, unless the whole conversation is too short for that. A long script
 * then takes longer than planned.
 */
function leastSlotMs(text: string, pace: Pace): number {
  return Math.min(naturalMs(text), pace.talkMs / pace.scriptTurns) / 2;
}

/** Prepends small talk to a text until it fills the time at a natural rate. */
function withAsides(text: string, asides: readonly string[], availableMs: number): string {
  let spoken = text;
  const before: string[] = [];
  for (let i = 0; asides.length > 0; i++) {
    const aside = asides[i % asides.length] ?? '';
    if (naturalMs(`${aside} ${spoken}`) > availableMs) break;
    before.push(aside);
    spoken = `${aside} ${spoken}`;
  }
  return [...before, text].join(' ');
}
