/** How much of the conversation is still to come, and when. All times in ms since the answer. */
export interface Pace {
  talkMs: number;
  nowMs: number;
  /** Sentences of the assistant still expected, the present one included when it is the assistant's. */
  assistantTurns: number;
  /** The contact's, likewise. */
  contactTurns: number;
  /** All sentences of the script, both sides. */
  scriptTurns: number;
}

/** One sentence in time: silence first, then speech. */
export interface Turn {
  text: string;
  pauseMs: number;
  speechMs: number;
}

const msPerCharacter = 60;
const typicalSentenceMs = 3000;
const longestSpeechMs = 120_000;

/** How long a text takes to say at an easy rate. */
export const naturalMs = (text: string) => Math.max(500, text.length * msPerCharacter);

/**
 * When the assistant says a text: at an easy rate where there is time, faster where the talk is short.
 * The contact, who knows the plan, takes the slack; only the last sentence is fitted to the end.
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

/** When the contact says a text, and with how much small talk before it, so that the whole lasts as planned. */
export function paceContact(text: string, asides: readonly string[], pace: Pace): Turn {
  const reservedMs = pace.assistantTurns * Math.min(typicalSentenceMs, pace.talkMs / pace.scriptTurns);
  const fairMs = (pace.talkMs - pace.nowMs - reservedMs) / Math.max(1, pace.contactTurns);
  const slotMs = Math.round(Math.max(leastSlotMs(text, pace), fairMs));
  const leastPauseMs = Math.min(600, slotMs * 0.2);
  const spoken = withAsides(text, asides, Math.min(longestSpeechMs, slotMs - leastPauseMs));
  const speechMs = Math.max(1, Math.round(Math.min(slotMs - leastPauseMs, naturalMs(spoken) * 1.3)));
  return { text: spoken, pauseMs: slotMs - speechMs, speechMs };
}

/** Nobody speaks faster than twice the easy rate unless the whole talk is that short: then a long script outlasts the plan. */
function leastSlotMs(text: string, pace: Pace): number {
  return Math.min(naturalMs(text), pace.talkMs / pace.scriptTurns) / 2;
}

/** Puts small talk before a line until it fills the time at an easy rate. */
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
