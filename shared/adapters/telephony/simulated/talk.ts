import type { LegEnd, LegEvent } from '../telephony';
import { asidesOf, decideSentenceOutcome, truncateToHeard, decideReaction, turnsOf } from './contact';
import type { Timers } from './clock';
import { type Pace, paceAssistant, paceContact, type Turn } from './pace';
import type { ContactScript } from './scenarios';
import type { Utterance } from './speech';

/** Where a sentence of the assistant stands in the conversation, in ms since the answer. */
export interface Said {
  startMs: number;
  endMs: number;
  interrupted: boolean;
}

/** What a conversation needs of its line. */
export interface TalkDeps {
  script: ContactScript;
  talkMs: number;
  timers: Timers;
  /** Ms since the answer. */
  elapsedMs(): number;
  emit(event: Extract<LegEvent, { type: 'contact_spoke' }>): void;
  endCall(end: Pick<LegEnd, 'reason' | 'error'>): void;
}

/** The conversation on an answered line: the assistant's sentences, and a contact that reacts to them. */
export interface Talk {
  /** Everything said so far and being said, by both sides: what the audio is made from. */
  readonly speech: readonly Utterance[];
  /** The contact picked up. */
  begin(): void;
  /** Says a text after those still waiting; before the answer it waits for the answer. */
  say(text: string): Promise<Said>;
  /** The line is gone: whoever is speaking is cut short. */
  cut(): void;
}

interface Sentence {
  text: string;
  resolve(said: Said): void;
  reject(error: Error): void;
}

interface State extends TalkDeps {
  phase: 'before_answer' | 'open' | 'over';
  speech: Utterance[];
  waiting: Sentence[];
  assistant?: { sentence: Sentence; utterance: Utterance; cancel: () => void };
  contact?: { text: string; utterance: Utterance; withdraw: () => void };
  assistantTurns: number;
  contactTurns: number;
  replies: number;
}

const patienceMs = 2000;
export const assistantFailure = 'The assistant could not speak (simulated failure).';
export const lineFailure = 'The line was lost in the middle of a sentence.';

/** A conversation that has not begun yet. */
export function createTalk(deps: TalkDeps): Talk {
  const state: State = {
    ...deps,
    phase: 'before_answer',
    speech: [],
    waiting: [],
    assistantTurns: 0,
    contactTurns: 0,
    replies: 0,
  };
  return {
    speech: state.speech,
    begin: () => begin(state),
    say: (text) =>
      new Promise((resolve, reject) => {
        state.waiting.push({ text, resolve, reject });
        if (state.phase === 'over') dismissWaiting(state);
        else if (state.phase === 'open' && !state.assistant) nextSentence(state);
      }),
    cut: () => cut(state),
  };
}

function begin(state: State): void {
  state.phase = 'open';
  const { opensWith } = state.script;
  if (opensWith !== undefined) {
    state.timers.after(Math.min(400, state.talkMs * 0.05), () => {
      interruptAssistant(state);
      dismissWaiting(state);
      contactSays(state, { text: opensWith, thenHangsUp: false });
    });
  } else {
    // Who picks up and hears nothing says something.
    state.timers.after(Math.min(patienceMs, state.talkMs / 3), () => {
      if (state.assistantTurns === 0) react(state);
    });
  }
  nextSentence(state);
}

function nextSentence(state: State): void {
  const sentence = state.waiting.shift();
  if (!sentence) return;
  // A contact that was only about to speak lets the assistant go on.
  if (state.contact && state.contact.utterance.startMs > state.elapsedMs()) state.contact.withdraw();
  const fate = decideSentenceOutcome(state.script, state.replies);
  if (fate === 'assistant_fails') {
    sentence.reject(new Error(assistantFailure));
    state.endCall({ reason: 'assistant_error', error: assistantFailure });
    return;
  }
  const turn = paceAssistant(sentence.text, paceNow(state));
  state.assistantTurns++;
  // A line that drops does so half-way through the sentence, when the talk was to end.
  const utterance = utter(state, 'bot', fate === 'line_drops' ? { ...turn, speechMs: turn.speechMs * 2 } : turn);
  const cancel = state.timers.after(turn.pauseMs + turn.speechMs, () => {
    if (fate === 'line_drops') {
      state.endCall({ reason: 'contact_hung_up', error: lineFailure });
      return;
    }
    delete state.assistant;
    sentence.resolve({ startMs: utterance.startMs, endMs: utterance.endMs, interrupted: false });
    if (state.waiting.length > 0) nextSentence(state);
    else react(state);
  });
  state.assistant = { sentence, utterance, cancel };
}

function react(state: State): void {
  // Who is speaking, or about to, does not start again.
  if (state.contact) return;
  const reaction = decideReaction(state.script, state.replies);
  if (reaction.kind !== 'speaks') return;
  const repliesBefore = state.replies++;
  contactSays(state, { ...reaction, withdraw: () => (state.replies = repliesBefore) });
}

function contactSays(state: State, line: { text: string; thenHangsUp: boolean; withdraw?: () => void }): void {
  const turn = paceContact(line.text, asidesOf(state.script), paceNow(state));
  state.contactTurns++;
  const utterance = utter(state, 'user', turn);
  const cancel = state.timers.after(turn.pauseMs + turn.speechMs, () => {
    delete state.contact;
    state.emit({ type: 'contact_spoke', text: turn.text, startMs: utterance.startMs, endMs: utterance.endMs });
    if (line.thenHangsUp) state.endCall({ reason: 'contact_hung_up' });
  });
  const withdraw = () => {
    cancel();
    delete state.contact;
    state.speech.splice(state.speech.indexOf(utterance), 1);
    state.contactTurns--;
    line.withdraw?.();
  };
  state.contact = { text: turn.text, utterance, withdraw };
}

function cut(state: State): void {
  if (state.phase === 'over') return;
  state.phase = 'over';
  if (state.contact) {
    const { text, utterance } = state.contact;
    const { startMs, endMs } = utterance;
    delete state.contact;
    shorten(state, utterance);
    const heard = truncateToHeard(text, (utterance.endMs - startMs) / (endMs - startMs));
    if (heard) state.emit({ type: 'contact_spoke', text: heard, startMs, endMs: utterance.endMs, interrupted: true });
  }
  interruptAssistant(state);
  dismissWaiting(state);
}

function interruptAssistant(state: State): void {
  if (!state.assistant) return;
  const { sentence, utterance, cancel } = state.assistant;
  delete state.assistant;
  cancel();
  shorten(state, utterance);
  sentence.resolve({ startMs: utterance.startMs, endMs: utterance.endMs, interrupted: true });
}

function dismissWaiting(state: State): void {
  const nowMs = state.elapsedMs();
  for (const sentence of state.waiting.splice(0)) {
    sentence.resolve({ startMs: nowMs, endMs: nowMs, interrupted: true });
  }
}

/** Puts a turn on the timeline at once: audio is only ever made of what lies in the past. */
function utter(state: State, channel: Utterance['channel'], turn: Turn): Utterance {
  const startMs = state.elapsedMs() + turn.pauseMs;
  const utterance = { channel, startMs, endMs: startMs + turn.speechMs };
  state.speech.push(utterance);
  return utterance;
}

/** Ends an utterance now; one that had not begun was never made. */
function shorten(state: State, utterance: Utterance): void {
  const nowMs = state.elapsedMs();
  if (utterance.startMs >= nowMs) {
    state.speech.splice(state.speech.indexOf(utterance), 1);
    utterance.startMs = nowMs;
  }
  utterance.endMs = Math.min(utterance.endMs, nowMs);
}

function paceNow(state: State): Pace {
  const turns = turnsOf(state.script);
  return {
    talkMs: state.talkMs,
    nowMs: state.elapsedMs(),
    assistantTurns: Math.max(0, turns.assistant - state.assistantTurns),
    contactTurns: Math.max(0, turns.contact - state.contactTurns),
    scriptTurns: turns.assistant + turns.contact,
  };
}
