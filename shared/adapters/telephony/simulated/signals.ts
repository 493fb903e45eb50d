import { dtmfTiming, type DtmfDigit } from '../../../domain/call/dtmf';
import type { LegEvent } from '../telephony';
import type { Timers } from './clock';
import type { ContactScript } from './scenarios';

/** A turn of the contact. */
export interface ContactTurn {
  /** From 1, without the greeting of a machine. */
  reply: number;
  isGreeting: boolean;
  speechMs: number;
}

/** What the line reports beside speech: who answered, and the keys that the contact presses. */
export interface Signals {
  /** @param pauseMs silence before the turn */
  turnBegins(turn: ContactTurn, pauseMs: number): void;
  turnEnded(turn: ContactTurn): void;
}

/** A greeting of this length is a machine's, as detectors take it by default. */
const machineAfterMs = 2_400;

export function createSignals(deps: {
  script: ContactScript;
  timers: Timers;
  nowMs: () => number;
  emit: (event: LegEvent) => void;
}): Signals {
  const { script, timers, nowMs, emit } = deps;
  let decided = script.isOnlyHeard === true;
  const decide = (event: Pick<Extract<LegEvent, { type: 'machine' }>, 'verdict' | 'confidence' | 'cause'>): void => {
    if (!decided) emit({ type: 'machine', ...event, atMs: nowMs() });
    decided = true;
  };
  const pressNext = (keys: readonly DtmfDigit[]): void => {
    const [digit, ...rest] = keys;
    if (digit === undefined) return;
    emit({ type: 'dtmf', digit, atMs: nowMs() });
    timers.after(dtmfTiming.toneMs + dtmfTiming.gapMs, () => pressNext(rest));
  };
  const machine = { verdict: 'machine', confidence: 0.9, cause: 'long_greeting' } as const;
  return {
    turnBegins: ({ isGreeting, speechMs }, pauseMs) => {
      if (isGreeting) timers.after(pauseMs + Math.min(machineAfterMs, speechMs), () => decide(machine));
    },
    turnEnded: ({ isGreeting, reply }) => {
      if (!isGreeting) decide({ verdict: 'human', confidence: 0.9, cause: 'short_greeting' });
      else if (script.isOnlyHeard !== true)
        emit({ type: 'machine', verdict: 'machine', confidence: 1, cause: 'beep', atMs: nowMs(), beepAtMs: nowMs() });
      if (script.presses?.afterReply === reply) pressNext(script.presses.keys);
    },
  };
}
