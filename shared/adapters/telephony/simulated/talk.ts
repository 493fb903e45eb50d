import { ringFailures } from '../ring-log';
import type { ContactSpeech, LegEnd } from '../telephony';
import { asidesOf, decideSentenceOutcome, truncateToHeard, decideReaction, turnsOf } from './contact';
import type { Timers } from './clock';
import { paceGreeting, soundBeep } from './greeting';
import { type Pace, paceAssistant, paceContact } from './pace';
import type { ContactScript } from './scenarios';
import { shorten, utter } from './timeline';
import type { Signals } from './signals';
import type { Utterance } from './voice';

/** The time of a sentence of the assistant, in ms since the answer. */
export interface SpokenSentence {
  startMs: number;
  endMs: number;
  interrupted: boolean;
}

/** Dependencies of a conversation. */
export interface TalkDeps {
  script: ContactScript;
  talkMs: number;
  timers: Timers;
  /** Ms since the answer. */
  elapsedMs(): number;
  signals: Signals;
  emit(speech: ContactSpeech): void;
  endCall(end: Omit<LegEnd, 'atMs'>): void;
}

/** The conversation of an answered call: the assistant's sentences and the contact's reactions. */
export interface Talk {
  /** All utterances of both sides up to now, from which the audio is rendered. */
  readonly speech: readonly Utterance[];
  /** Starts the conversation when the contact answers. */
  start(): void;
  /** Speaks a text after the texts already queued. Before the answer, texts are queued. */
  say(text: string): Promise<SpokenSentence>;
  /** The assistant begins to speak, as audio that an agent plays. */
  assistantStarts(): void;
  /** The assistant has stopped speaking, as audio: the contact reacts. */
  assistantStops(): void;
  /** Ends the conversation and interrupts the current speaker. */
  end(): void;
}

interface Sentence {
  text: string;
  resolve(spoken: SpokenSentence): void;
  reject(error: Error): void;
}

interface State extends TalkDeps {
  phase: 'before_answer' | 'open' | 'over';
  speech: Utterance[];
  queue: Sentence[];
  assistant?: { sentence: Sentence; utterance: Utterance; cancel: () => void };
  contact?: { text: string; utterance: Utterance; withdraw: () => void };
  assistantTurns: number;
  contactTurns: number;
  replies: number;
}

/** A contact who hears nothing for this long after answering speaks first. */
const silenceTimeoutMs = 2000;
const lineDropsAfterMs = 500;
const { assistant_failed: assistantFailure, connection_lost: connectionFailure } = ringFailures;

/** Creates a conversation that has not started yet. */
export function createTalk(deps: TalkDeps): Talk {
  const state: State = {
    ...deps,
    phase: 'before_answer',
    speech: [],
    queue: [],
    assistantTurns: 0,
    contactTurns: 0,
    replies: 0,
  };
  return {
    speech: state.speech,
    start: () => start(state),
    say: (text) =>
      new Promise((resolve, reject) => {
        state.queue.push({ text, resolve, reject });
        if (state.phase === 'over') dismissQueue(state);
        else if (state.phase === 'open' && !state.assistant) speakNext(state);
      }),
    assistantStarts: () => hearAssistant(state),
    assistantStops: () => {
      if (state.phase === 'open') react(state);
    },
    end: () => end(state),
  };
}

function start(state: State): void {
  state.phase = 'open';
  const { opensWith } = state.script;
  if (opensWith !== undefined) {
    state.timers.after(Math.min(400, state.talkMs * 0.05), () => {
      interruptAssistant(state);
      dismissQueue(state);
      startContactTurn(state, { text: opensWith, thenHangsUp: false, isGreeting: true });
    });
  } else {
    state.timers.after(Math.min(silenceTimeoutMs, state.talkMs / 3), () => {
      if (state.assistantTurns === 0) react(state);
    });
  }
  speakNext(state);
}

function speakNext(state: State): void {
  const sentence = state.queue.shift();
  if (!sentence) return;
  const fate = beginSentence(state);
  if (fate === 'assistant_fails') {
    sentence.reject(new Error(assistantFailure));
    state.endCall({ reason: 'assistant_error', error: assistantFailure, by: 'us' });
    return;
  }
  const turn = paceAssistant(sentence.text, paceNow(state));
  // A dropped call breaks halfway through the sentence, at the planned end of the conversation.
  const utterance = utter(state.speech, state.elapsedMs(), 'bot', {
    ...turn,
    speechMs: fate === 'line_drops' ? turn.speechMs * 2 : turn.speechMs,
  });
  const cancel = state.timers.after(turn.pauseMs + turn.speechMs, () => {
    if (fate === 'line_drops') {
      dropLine(state);
      return;
    }
    delete state.assistant;
    sentence.resolve({ startMs: utterance.startMs, endMs: utterance.endMs, interrupted: false });
    if (state.queue.length > 0) speakNext(state);
    else react(state);
  });
  state.assistant = { sentence, utterance, cancel };
}

/** An agent that plays audio has begun a sentence. Its length is unknown, so a dropped call breaks soon. */
function hearAssistant(state: State): void {
  if (state.phase !== 'open') return;
  const fate = beginSentence(state);
  if (fate === 'assistant_fails') state.endCall({ reason: 'assistant_error', error: assistantFailure, by: 'us' });
  if (fate === 'line_drops') state.timers.after(lineDropsAfterMs, () => dropLine(state));
}

function beginSentence(state: State): ReturnType<typeof decideSentenceOutcome> {
  // A contact who was only about to speak lets the assistant continue.
  if (state.contact && state.contact.utterance.startMs > state.elapsedMs()) state.contact.withdraw();
  state.assistantTurns++;
  return decideSentenceOutcome(state.script, state.replies);
}

const dropLine = (state: State): void =>
  state.endCall({ reason: 'contact_hung_up', error: connectionFailure, detail: 'line_failed', by: 'line' });

function react(state: State): void {
  // The contact is already speaking or about to speak.
  if (state.contact) return;
  const reaction = decideReaction(state.script, state.replies);
  if (reaction.kind !== 'speaks') return;
  const repliesBefore = state.replies++;
  startContactTurn(state, { ...reaction, withdraw: () => (state.replies = repliesBefore) });
}

interface ContactReply {
  text: string;
  thenHangsUp: boolean;
  isGreeting?: boolean;
  withdraw?: () => void;
}

function startContactTurn(state: State, reply: ContactReply): void {
  const paced = paceContact(reply.text, asidesOf(state.script), paceNow(state));
  const turn = reply.isGreeting === true ? paceGreeting(paced, state.script) : paced;
  state.contactTurns++;
  const utterance = utter(state.speech, state.elapsedMs(), 'user', turn);
  const contactTurn = { reply: state.replies, isGreeting: reply.isGreeting === true, speechMs: turn.speechMs };
  state.signals.turnBegins(contactTurn, turn.pauseMs);
  const cancel = state.timers.after(turn.pauseMs + turn.speechMs, () => {
    delete state.contact;
    state.signals.turnEnded(contactTurn);
    if (reply.isGreeting === true) soundBeep(state, state.elapsedMs());
    state.emit({ text: turn.text, startMs: utterance.startMs, endMs: utterance.endMs });
    if (reply.thenHangsUp) state.endCall({ reason: 'contact_hung_up', by: 'contact' });
  });
  const withdraw = () => {
    cancel();
    delete state.contact;
    state.speech.splice(state.speech.indexOf(utterance), 1);
    state.contactTurns--;
    reply.withdraw?.();
  };
  state.contact = { text: turn.text, utterance, withdraw };
}

function end(state: State): void {
  if (state.phase === 'over') return;
  state.phase = 'over';
  if (state.contact) {
    const { text, utterance } = state.contact;
    const { startMs, endMs } = utterance;
    delete state.contact;
    shorten(state.speech, state.elapsedMs(), utterance);
    const heard = truncateToHeard(text, (utterance.endMs - startMs) / (endMs - startMs));
    if (heard) state.emit({ text: heard, startMs, endMs: utterance.endMs, interrupted: true });
  }
  interruptAssistant(state);
  dismissQueue(state);
}

function interruptAssistant(state: State): void {
  if (!state.assistant) return;
  const { sentence, utterance, cancel } = state.assistant;
  delete state.assistant;
  cancel();
  shorten(state.speech, state.elapsedMs(), utterance);
  sentence.resolve({ startMs: utterance.startMs, endMs: utterance.endMs, interrupted: true });
}

function dismissQueue(state: State): void {
  const nowMs = state.elapsedMs();
  for (const sentence of state.queue.splice(0)) {
    sentence.resolve({ startMs: nowMs, endMs: nowMs, interrupted: true });
  }
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
