import type { CallLeg, LegEvent } from '../../shared/adapters/telephony/telephony';
import type { ConnectedAgent, ConversationReports } from '../../shared/adapters/voice-agent/voice-agent';
import { AgentFailedError } from '../../shared/domain/call/agent-errors';
import type { CallSummary } from '../../shared/domain/call/call-record';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import type { InCallEvent } from '../../shared/domain/call/in-call-event';
import { boundLine, type LineRecord } from '../../shared/domain/call/line';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';
import { createAgentReports } from './agent-reports';
import { endData, publishCallEvent } from './call-event';
import { maintainLease } from './call-lease';
import { watchMachine } from './answering-machine';
import { createCallWriter, type CallWriter } from './call-writer';
import { findPostponement, redactEnd, toCallEnd, type HandledEnd } from './call-end';
import { toAgentCall } from './connect-agent';
import { toLine } from './ended-line';
import { createInCallEvents } from './in-call-events';
import { createJobRedaction } from './redaction';
import { createTranscript } from './transcript';

type HandleCallDeps = Pick<
  ActivityDeps,
  'store' | 'deliveries' | 'agent' | 'clock' | 'media' | 'logger' | 'redactor' | 'turns' | 'metrics'
>;

export interface HandledCall {
  call: CallSummary;
  context: JobContext;
  leg: CallLeg;
  /** When the job began to call; the record's time if absent. */
  startedMs?: number;
  /** Absent if the agent runs in this process. */
  agent?: ConnectedAgent | undefined;
  /** Fires when Temporal, or the shutdown of this process, ends the call. Its reason is a sentence for the record. */
  hangUpSignal: AbortSignal;
}

/**
 * Handles a dialed call until it ends: records what the provider reports, runs the agent, and hangs up on request, or
 * when the record was closed because this worker seemed lost. The caller heartbeats.
 * @returns the closed record, once the end is recorded
 * @throws if the end cannot be recorded: then `reconcileCall` records it
 */
export async function handleCall(deps: HandleCallDeps, handled: HandledCall): Promise<CallSummary | undefined> {
  const { logger } = deps;
  const { call, leg, context } = handled;
  const writer = createCallWriter(deps, call.ID, handled.hangUpSignal);
  const keep = context.overrides.DisableRecording === true ? 'live' : 'recording';
  const monitored = deps.media.attach({ call, leg, keep });
  const redaction = createJobRedaction(deps, context);
  const events = createInCallEvents(deps, call, { writer, redaction });
  const settings = context.campaign.AnsweringMachine ?? {};
  const machine = watchMachine({ leg, settings, playsAudio: handled.agent !== undefined, events });
  const line = followLine(deps, handled, {
    writer,
    listener: (event) => {
      events.onLegEvent(event);
      machine.onLegEvent(event);
    },
  });
  const stopRenewing = maintainLease(deps, handled);
  const transcript = createTranscript(deps, call, { writer, redaction });
  const reports = createAgentReports(deps, call, { writer, redaction });
  const conversation = converse(deps, handled, {
    ...machine.forAgent,
    onMessage: transcript.add,
    onCallback: (atMs) => events.onCallback(atMs),
    onTransfer: (request) => events.onTransfer(request),
    onReport: reports.add,
  });
  const legEnd = await leg.ended;
  monitored.finish(line.answeredMs === undefined ? undefined : legEnd.atMs - line.answeredMs);
  machine.stop();
  line.stop();
  const signs = { agentFailure: await conversation, signal: handled.hangUpSignal, rang: line.rang };
  const end = await redactEnd(toCallEnd(legEnd, signs), (text) => redaction.text(text));
  // What the agent reported last is redacted and stored before the end.
  await Promise.all([reports.settled(), events.settled()]);
  // The agent has ended, so no message follows.
  const messageCount = transcript.count();
  let closed: CallSummary | undefined;
  const recorded = await writer.write('end', async () => {
    // Not before: the texts that precede the end may take longer to redact than a lease lasts.
    stopRenewing();
    const postponedUntilMs = await findPostponement(deps, leg, end);
    const known = { messageCount, line: leg.line, events: await events.list() };
    const notBeforeMs = line.publishedMs ?? handled.startedMs;
    closed = await closeRecord(deps, call, { ...end, ...known, postponedUntilMs, notBeforeMs });
  });
  stopRenewing();
  if (!recorded) throw new Error(`The end of call ${call.ID} is not recorded.`);
  logger.info(
    { callId: call.ID, jobId: call.JobID, endedReason: end.reason, failed: end.error !== undefined },
    'call.ended',
  );
  return closed;
}

const ringEvents: readonly LegEvent['type'][] = ['ringing', 'early_media', 'answered'];
const rangBy = ({ type }: LegEvent): boolean => ringEvents.includes(type);

interface LineListeners {
  writer: CallWriter;
  listener: (event: LegEvent) => void;
}

/** Records what the line reports: the ringing, the answer, and the line itself. The returned object is kept up to date. */
function followLine(deps: HandleCallDeps, { call, leg, startedMs }: HandledCall, { writer, listener }: LineListeners) {
  const { store } = deps;
  const line = {
    /** It rang, or may have. */
    rang: false,
    answeredMs: undefined as number | undefined,
    /** The instant of the event about the answer. */
    publishedMs: undefined as number | undefined,
    stop: (): void => {
      unsubscribe();
      unsubscribeLine();
    },
  };
  const unsubscribe = leg.onEvent((event) => {
    listener(event);
    line.rang ||= rangBy(event);
    if (event.type === 'ringing')
      void writer.write('state', () => store.calls.markRinging(call.ID, event.atMs, boundLine(leg.line)));
    if (event.type !== 'answered') return;
    line.answeredMs = event.atMs;
    void writer.write('state', () => store.calls.markAnswered(call.ID, event.atMs));
    const answered = { atMs: event.atMs, notBeforeMs: startedMs };
    void writer.write('state', async () => {
      line.publishedMs = await publishCallEvent(deps, call, 'call_answered', answered);
    });
  });
  const unsubscribeLine = leg.onLine((changed) => {
    void writer.write('state', () => store.calls.saveLine(call.ID, boundLine(changed)));
  });
  return line;
}

async function closeRecord(
  deps: HandleCallDeps,
  call: CallSummary,
  end: HandledEnd & {
    notBeforeMs: number | undefined;
    postponedUntilMs: number | undefined;
    messageCount: number;
    line: LineRecord;
    events: InCallEvent[];
  },
): Promise<CallSummary | undefined> {
  const { store, metrics } = deps;
  const closed = await store.calls.close(call, {
    state: end.error === undefined ? 'ended' : 'failed',
    endedMs: end.atMs,
    endedReason: end.reason,
    error: end.error,
    failure: end.failure,
    postponedUntilMs: end.postponedUntilMs,
    messageCount: end.messageCount,
    detail: end.detail,
    permanent: end.permanent,
    line: toLine(end.line, end),
    events: end.events,
  });
  const { atMs, notBeforeMs } = end;
  await publishCallEvent(deps, call, 'call_ended', { atMs, notBeforeMs, data: endData(end) });
  // If another worker has closed the record, it has counted the end too.
  if (closed?.EndedMS === end.atMs) metrics.calls.recordEnd(end.reason);
  return closed;
}

/** Runs the agent. If it fails, the call ends. @returns what failed, if anything */
async function converse(
  deps: HandleCallDeps,
  handled: HandledCall,
  reports: ConversationReports,
): Promise<string | undefined> {
  const { call, leg } = handled;
  try {
    // At once: the leg's events begin on the next turn of the event loop.
    if (handled.agent) await handled.agent.converse(leg, reports);
    else await deps.agent.converse(leg, { ...toAgentCall(handled), ...reports });
  } catch (error) {
    deps.logger.warn({ callId: call.ID, ...errorFacts(error) }, 'call.agent_failed');
    await leg.hangUp();
    return error instanceof AgentFailedError ? error.message : 'The voice agent failed.';
  }
  return undefined;
}
