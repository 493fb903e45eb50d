import type { CallLeg, LegEvent, MachineEvent } from '../../shared/adapters/telephony/telephony';
import type { ConversationReports, MessageRequest } from '../../shared/adapters/voice-agent/voice-agent';
import type { MachineVerdict } from '../../shared/domain/audio/machine-detection';
import {
  agentCause,
  type AnsweringMachineSettings,
  createMachinePolicy,
  type MachineSighting,
  type MachineStep,
} from '../../shared/domain/call/answering-machine';
import type { InCallEvents } from './in-call-events';

/** The passage of time, for tests. */
export interface MachineTimers {
  nowMs(): number;
  /** Calls `fn` a few times a second. @returns a function that ends it */
  repeat(fn: () => void): () => void;
}

const tickMs = 250;
const realTimers: MachineTimers = {
  nowMs: Date.now,
  repeat: (fn) => {
    const timer = setInterval(fn, tickMs);
    return () => clearInterval(timer);
  },
};

export interface WatchedCall {
  leg: CallLeg;
  settings: AnsweringMachineSettings;
  /** Whether the agent plays audio: then its call is ended when its message is over. */
  playsAudio: boolean;
  events: Pick<InCallEvents, 'onLegEvent' | 'onMessageLeft'>;
}

/** Carries out what the campaign wants done when a machine answers. */
export interface MachineWatch {
  /** What the agent gets. */
  forAgent: Pick<ConversationReports, 'onMachine' | 'messageRequested'>;
  onLegEvent(event: LegEvent): void;
  stop(): void;
}

/** Watches a call from before its answer. The leg's `machine` events and the agent's verdict decide. */
export function watchMachine(call: WatchedCall, timers: MachineTimers = realTimers): MachineWatch {
  const { leg, settings, playsAudio, events } = call;
  const policy = createMachinePolicy(settings, playsAudio);
  let answered: { lineMs: number; hereMs: number } | undefined;
  let known: MachineVerdict | undefined;
  let stopTicking: (() => void) | undefined;
  let [isReported, isOver] = [false, false];
  let request: (request: MessageRequest) => void = () => undefined;
  const messageRequested = new Promise<MessageRequest>((resolve) => (request = resolve));
  const elapsedMs = (): number => (answered === undefined ? 0 : timers.nowMs() - answered.hereMs);

  const apply = (step: MachineStep): void => {
    if (step === 'hang_up') void leg.hangUp({ reason: 'answering_machine' });
    if (step === 'end') void leg.hangUp();
    if (step === 'leave_message') {
      // The machine does not record what was said before its beep.
      leg.voice.clear();
      request({ text: settings.Message });
    }
    if (policy.isMessageLeft && !isReported) {
      isReported = true;
      events.onMessageLeft();
    }
    if (policy.isWaiting && !isOver) stopTicking ??= timers.repeat(tick);
    else stop();
  };
  const tick = (): void => apply(policy.tick(elapsedMs(), leg.voice.queuedMs > 0));
  const stop = (): void => {
    stopTicking?.();
    stopTicking = undefined;
  };
  const onLegEvent = (event: LegEvent): void => {
    if (event.type === 'answered') answered = { lineMs: event.atMs, hereMs: timers.nowMs() };
    if (event.type !== 'machine' || answered === undefined) return;
    known = event.verdict;
    apply(policy.see(toSighting(event), event.atMs - answered.lineMs));
  };
  const onMachine = (verdict: MachineVerdict): void => {
    if (isOver || answered === undefined) return;
    const atMs = elapsedMs();
    if (verdict !== known)
      events.onLegEvent({ type: 'machine', verdict, confidence: 1, cause: agentCause, atMs: answered.lineMs + atMs });
    apply(policy.see({ by: 'agent', verdict, cause: agentCause }, atMs));
  };
  return {
    onLegEvent,
    forAgent: { onMachine, ...(settings.Action === 'leave_message' && { messageRequested }) },
    stop: () => {
      isOver = true;
      stop();
    },
  };
}

const toSighting = ({ verdict, cause, beepAtMs, pausedAtMs }: MachineEvent): MachineSighting => ({
  by: 'line',
  verdict,
  cause,
  beep: beepAtMs !== undefined,
  paused: pausedAtMs !== undefined,
});
