import { createRulesAnalyzer } from '../../../../shared/adapters/analysis/rules';
import { createMemoryRingLog, type MemoryRingLog } from '../../../../shared/adapters/telephony/memory-ring-log';
import { createSimulatedProvider } from '../../../../shared/adapters/telephony/simulated/provider';
import type { SimulatorSettings } from '../../../../shared/adapters/telephony/simulated/settings';
import {
  canSpeak,
  type CallLeg,
  type DialRequest,
  type LegEnd,
  type LegEvent,
  type SpeakingLeg,
  type TelephonyProvider,
} from '../../../../shared/adapters/telephony/telephony';
import { createScriptedAgent } from '../../../../shared/adapters/voice-agent/scripted';
import type { TransferRequest } from '../../../../shared/adapters/voice-agent/voice-agent';
import type { CallAnalysis, LLMMessage } from '../../../../shared/domain/call/call';
import { createFakeClock, type FakeClock } from './fake-clock';

export function assertSpeaks(leg: CallLeg): asserts leg is SpeakingLeg {
  if (!canSpeak(leg)) throw new Error('The leg does not speak.');
}

export const untilOverMs = 10 * 3_600_000;

export interface Simulation {
  clock: FakeClock;
  ringLog: MemoryRingLog;
  provider: TelephonyProvider;
}

export function createSimulation(): Simulation {
  const clock = createFakeClock();
  const ringLog = createMemoryRingLog();
  return { clock, ringLog, provider: createSimulatedProvider({ ringLog, clock }) };
}

export function dialRequest(simulator: SimulatorSettings | undefined, change: Partial<DialRequest> = {}) {
  return {
    attemptKey: 'call_1',
    jobId: 'job_1',
    to: '+358401234567',
    from: '+358409876543',
    ringTimeoutMs: 45_000,
    maxDurationMs: 1_800_000,
    integrations: simulator ? { simulator } : {},
    ...change,
  } satisfies DialRequest;
}

/** A call and everything observed about it. */
export interface ObservedCall extends Simulation {
  leg: CallLeg;
  /** What the contact says is among them. */
  events: (LegEvent | { type: 'contact_spoke' })[];
  messages: LLMMessage[];
  callbacks: number[];
  transfers: TransferRequest[];
  /** How the agent's conversation ended; undefined until it ends. */
  agent: { outcome?: 'done' | Error };
  /** Pending timers when the leg reported its end. */
  timersAtEnd: () => number | undefined;
}

/** Places a call and lets the scripted agent join it. */
export async function startCall(
  simulator: SimulatorSettings | undefined,
  { agent = {}, request = {}, simulation = createSimulation(), joins = 'while_dialing' }: StartOptions = {},
): Promise<ObservedCall> {
  const leg = await simulation.provider.dial(dialRequest(simulator, request));
  let timersAtEnd: number | undefined;
  const call: ObservedCall = {
    ...simulation,
    leg,
    events: [],
    messages: [],
    callbacks: [],
    transfers: [],
    agent: {},
    timersAtEnd: () => timersAtEnd,
  };
  const scripted = createScriptedAgent({ nowMs: () => simulation.clock.nowMs() });
  assertSpeaks(leg);
  leg.onSpeech((speech) => call.events.push({ type: 'contact_spoke', ...speech }));
  leg.onEvent((event) => {
    call.events.push(event);
    if (event.type === 'ended') timersAtEnd = simulation.clock.pending();
  });
  const onMessage = (message: LLMMessage) => call.messages.push(message);
  const context = {
    jobId: 'job_1',
    callId: leg.attemptKey,
    contactName: 'Ann',
    data: {},
    metadata: {},
    agent,
    onMessage,
    onCallback: (atMs: number) => call.callbacks.push(atMs),
    onTransfer: (request: TransferRequest) => call.transfers.push(request),
  };
  const converse = () =>
    scripted.converse(leg, context).then(
      () => (call.agent.outcome = 'done'),
      (error: unknown) => (call.agent.outcome = error as Error),
    );
  if (joins === 'while_dialing') void converse();
  else leg.onEvent((event) => event.type === 'answered' && void converse());
  return call;
}

export interface StartOptions {
  agent?: Record<string, unknown>;
  request?: Partial<DialRequest>;
  simulation?: Simulation;
  joins?: 'while_dialing' | 'when_answered';
}

/** Runs a call to its end and analyses it. */
export async function runCall(simulator: SimulatorSettings | undefined, options: StartOptions = {}) {
  const call = await startCall(simulator, options);
  await call.clock.advance(untilOverMs);
  const end: LegEnd = await call.leg.ended;
  const answered = call.events.find(({ type }) => type === 'answered');
  const analysis: CallAnalysis = await createRulesAnalyzer().analyze({
    endedReason: end.reason,
    connected: answered !== undefined,
    stopped: false,
    messages: call.messages,
    earlierCalls: [],
    analysisSchema: undefined,
  });
  const talkedMs = answered ? end.atMs - (answered as { atMs: number }).atMs : undefined;
  return { ...call, end, analysis, talkedMs };
}
