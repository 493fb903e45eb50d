import { type MachineListenerOptions, type MachineVerdict, machineDetectionDefaults } from '../audio/machine-detection';
import type { ConversationEndReason } from './call';
import type { InCallEvent } from './in-call-event';
import type { EndedDetail } from './line';

/** What a campaign does when a machine answers. */
export const machineActions = ['continue', 'hang_up', 'leave_message'] as const;
export type MachineAction = (typeof machineActions)[number];

/** What a campaign does when a machine answers, and how machines are recognized. */
export interface AnsweringMachineSettings extends MachineListenerOptions {
  /** `continue` if absent. */
  Action?: MachineAction | undefined;
  /** What the agent says to a machine, with placeholders; if absent, the agent decides. */
  Message?: string | undefined;
}

/** Something that is known of who answered. */
export interface MachineSighting {
  /** The agent hears words: what it says stands against the line. */
  by: 'line' | 'agent';
  verdict: MachineVerdict;
  cause: string;
  /** A beep has ended. */
  beep?: boolean;
  /** The machine has stopped speaking, for now. */
  paused?: boolean;
}

/** What to do now. `leave_message`: ask the agent for its message; `end`: the message is over. */
export type MachineStep = 'none' | 'hang_up' | 'leave_message' | 'end';

/** Times in ms. */
export const messageTiming = {
  /** A beep may follow within this time once the machine has paused. */
  beepAfterPauseMs: 1_500,
  /** The same after the agent's verdict, if the line has no verdict. */
  beepAfterAgentMs: 5_000,
  /** An agent that does not begin its message within this time leaves none, … */
  firstWordMs: 10_000,
  /** … one that is silent for so long has finished it, … */
  quietMs: 3_000,
  /** … and no message is longer than this. */
  longestMs: 120_000,
} as const;

/** Decides what follows who answered. It has no clock: every call gets an instant in ms since the answer. */
export interface MachinePolicy {
  see(sighting: MachineSighting, atMs: number): MachineStep;
  /** To be called a few times a second while {@link isWaiting}. @param isSpeaking whether the agent's audio is being played */
  tick(atMs: number, isSpeaking: boolean): MachineStep;
  readonly isWaiting: boolean;
  /** Whether the agent was asked for its message, and has begun it. */
  readonly isMessageLeft: boolean;
}

/** Tones after which no message can be left. */
const noMailbox = ['fax', 'network_announcement'];

/**
 * @param endsCall whether the call is ended for the agent once its message is over. It is not for an agent that speaks text,
 *   which plays no audio and always hangs up
 */
export function createMachinePolicy(settings: AnsweringMachineSettings, endsCall: boolean): MachinePolicy {
  const { Action: action = 'continue' } = settings;
  const timeoutSeconds = settings.MachineDetectionTimeout ?? machineDetectionDefaults.MachineDetectionTimeout;
  const state = { isMachine: false, lineSawMachine: false, agentDecided: false, isOver: false };
  let askAtMs = Infinity;
  let askedMs: number | undefined;
  let spokeMs: number | undefined;

  const hangUp = (): MachineStep => {
    state.isOver = true;
    return 'hang_up';
  };
  const ask = (atMs: number): MachineStep => {
    askedMs = atMs;
    return 'leave_message';
  };
  /** When to ask at the latest. Detection finds no beep after its timeout. */
  const waitUntil = ({ by, paused }: MachineSighting, atMs: number): number => {
    const timeoutMs = Math.max(atMs, timeoutSeconds * 1_000);
    if (paused === true) return Math.min(timeoutMs, atMs + messageTiming.beepAfterPauseMs);
    if (by === 'line') return timeoutMs;
    return state.lineSawMachine ? askAtMs : Math.min(timeoutMs, atMs + messageTiming.beepAfterAgentMs);
  };
  return {
    see: (sighting, atMs) => {
      const { by, verdict, cause, beep } = sighting;
      if (state.isOver || action === 'continue') return 'none';
      if (by === 'agent' || !state.agentDecided) state.isMachine = verdict === 'machine';
      if (by === 'agent') state.agentDecided = true;
      if (!state.isMachine) return 'none';
      if (action === 'hang_up') return hangUp();
      if (askedMs !== undefined) return 'none';
      if (by === 'line' && noMailbox.includes(cause)) return hangUp();
      if (beep === true || cause === 'beep') return ask(atMs);
      askAtMs = waitUntil(sighting, atMs);
      if (by === 'line' && verdict === 'machine') state.lineSawMachine = true;
      return 'none';
    },
    tick: (atMs, isSpeaking) => {
      if (state.isOver || !state.isMachine) return 'none';
      if (askedMs === undefined) return atMs >= askAtMs ? ask(atMs) : 'none';
      if (!endsCall) return 'none';
      if (isSpeaking) spokeMs = atMs;
      const { firstWordMs, quietMs, longestMs } = messageTiming;
      const isQuiet = spokeMs === undefined ? atMs - askedMs >= firstWordMs : atMs - spokeMs >= quietMs;
      state.isOver = isQuiet || atMs - askedMs >= longestMs;
      return state.isOver ? 'end' : 'none';
    },
    get isWaiting() {
      return action === 'leave_message' && state.isMachine && !state.isOver && (askedMs === undefined || endsCall);
    },
    get isMessageLeft() {
      return askedMs !== undefined && (!endsCall || spokeMs !== undefined);
    },
  };
}

type MachineSeen = Extract<InCallEvent, { Type: 'machine' }>;

/** The cause of a verdict of the agent. */
export const agentCause = 'agent';

/** Who answered, by the events of a call: the agent's verdict, or else the line's last one. */
export function answeredBy(events: readonly InCallEvent[]): MachineVerdict | undefined {
  const seen = events.filter((event): event is MachineSeen => event.Type === 'machine');
  return (seen.findLast(({ Cause }) => Cause === agentCause) ?? seen.at(-1))?.Verdict;
}

/** How a call with a machine ended, if the campaign's setting ended it; for the analysis. */
export function machineEndReason({
  EndedDetail,
  Events = [],
}: {
  EndedDetail?: EndedDetail | undefined;
  Events?: readonly InCallEvent[] | undefined;
}): ConversationEndReason | undefined {
  if (Events.some(({ Type }) => Type === 'message_left')) return 'left_voicemail';
  return EndedDetail === 'answering_machine' ? 'abandoned_answering_machine' : undefined;
}
