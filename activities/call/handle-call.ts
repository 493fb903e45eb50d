import type { CallLeg, LegEnd, LegEvent } from '../../shared/adapters/telephony/telephony';
import type { LLMMessage } from '../../shared/domain/call/call';
import type { CallSummary } from '../../shared/domain/call/call-record';
import { storedTextLimits } from '../../shared/domain/call/limits';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import type { InCallEvent } from '../../shared/domain/call/in-call-event';
import { boundLine, type LineRecord } from '../../shared/domain/call/line';
import { truncate } from '../../shared/domain/truncate';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';
import { toCallEvent } from './call-event';
import { maintainLease } from './call-lease';
import { createCallWriter } from './call-writer';
import { createInCallEvents, type InCallEvents } from './in-call-events';
import { createJobRedaction } from './redaction';
import { createTranscript } from './transcript';

type HandleCallDeps = Pick<ActivityDeps, 'store' | 'agent' | 'clock' | 'media' | 'logger' | 'redactor' | 'metrics'>;

export interface HandledCall {
  call: CallSummary;
  context: JobContext;
  leg: CallLeg;
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
  const { store, logger } = deps;
  const { call, leg, context } = handled;
  const writer = createCallWriter(deps, call.ID, handled.hangUpSignal);
  const keep = context.overrides.DisableRecording === true ? 'live' : 'recording';
  const monitored = deps.media.attach({ call, leg, keep });
  const redaction = createJobRedaction(deps, context);
  const events = createInCallEvents(deps, call, { writer, redaction });
  let answeredMs: number | undefined;
  const onLegEvent = (event: LegEvent): void => {
    events.onLegEvent(event);
    if (event.type === 'ringing')
      void writer.write('state', () => store.calls.markRinging(call.ID, event.atMs, boundLine(leg.line)));
    if (event.type === 'answered') {
      answeredMs = event.atMs;
      void writer.write('state', () => store.calls.markAnswered(call.ID, event.atMs));
      void writer.write('state', () => store.events.record(toCallEvent(call, 'call_answered', event.atMs)));
    }
  };
  const unsubscribe = leg.onEvent(onLegEvent);
  const unsubscribeLine = leg.onLine((line) => {
    void writer.write('state', () => store.calls.saveLine(call.ID, boundLine(line)));
  });
  const stopRenewing = maintainLease(deps, handled);
  const transcript = createTranscript(deps, call, { writer, redaction });
  const conversation = converse(deps, handled, { onMessage: transcript.add, events });
  const legEnd = await leg.ended;
  monitored.finish(answeredMs === undefined ? undefined : legEnd.atMs - answeredMs);
  stopRenewing();
  unsubscribe();
  unsubscribeLine();
  const ourFailure = (await conversation) ?? abortReason(handled.hangUpSignal);
  const end = redactEnd(withOurFailure(legEnd, ourFailure), (text) => redaction.text(text));
  // The agent has ended, so no message follows.
  const messageCount = transcript.count();
  let closed: CallSummary | undefined;
  const recorded = await writer.write('end', async () => {
    closed = await closeRecord(deps, call, { ...end, messageCount, line: leg.line, events: events.list() });
  });
  if (!recorded) throw new Error(`The end of call ${call.ID} is not recorded.`);
  logger.info(
    { callId: call.ID, jobId: call.JobID, endedReason: end.reason, failed: end.error !== undefined },
    'call.ended',
  );
  return closed;
}

/** To the provider, our own failure looks as if the assistant had hung up. The record names the failure. */
const withOurFailure = (end: LegEnd, failure: string | undefined): LegEnd =>
  failure !== undefined && end.reason === 'assistant_hung_up'
    ? { ...end, reason: 'assistant_error', error: failure }
    : end;

const redactEnd = (end: LegEnd, redact: (text: string) => string): LegEnd =>
  end.error === undefined ? end : { ...end, error: redact(truncate(end.error, storedTextLimits.message)) };

async function closeRecord(
  { store, metrics }: HandleCallDeps,
  call: CallSummary,
  end: LegEnd & { messageCount: number; line: LineRecord; events: InCallEvent[] },
): Promise<CallSummary | undefined> {
  const closed = await store.calls.close(call, {
    state: end.error === undefined ? 'ended' : 'failed',
    endedMs: end.atMs,
    endedReason: end.reason,
    error: end.error,
    messageCount: end.messageCount,
    detail: end.detail,
    permanent: end.permanent,
    line: toLine(end.line, end),
    events: end.events,
  });
  await store.events.record(toCallEvent(call, 'call_ended', end.atMs, { EndedReason: end.reason }));
  // If another worker has closed the record, it has counted the end too.
  if (closed?.EndedMS === end.atMs) metrics.calls.recordEnd(end.reason);
  return closed;
}

/** The line with the codes of its end. */
export const toLine = (line: LineRecord, { sip, q850, providerCode }: LegEnd): LineRecord =>
  boundLine({
    ...line,
    ...(sip === undefined ? {} : { SipCode: sip.code, SipReason: sip.phrase }),
    ...(q850 === undefined ? {} : { Q850: q850 }),
    ...(providerCode === undefined ? {} : { ProviderCode: providerCode }),
  });

const abortReason = (signal: AbortSignal): string | undefined => (signal.aborted ? String(signal.reason) : undefined);

/** Runs the agent. If it fails, the call ends. @returns what failed, if anything */
async function converse(
  deps: HandleCallDeps,
  { call, context, leg }: HandledCall,
  { onMessage, events }: { onMessage: (message: LLMMessage) => void; events: InCallEvents },
): Promise<string | undefined> {
  const { job, campaign, overrides } = context;
  try {
    await deps.agent.converse(leg, {
      jobId: job.ID,
      callId: call.ID,
      data: job.Data ?? {},
      metadata: job.Metadata ?? {},
      agent: campaign.Agent ?? {},
      ...(overrides.SST === undefined ? {} : { speechToText: overrides.SST }),
      ...(job.ContactName === undefined ? {} : { contactName: job.ContactName }),
      ...(job.PreviousCallsSummary === undefined ? {} : { previousCallsSummary: job.PreviousCallsSummary }),
      onMessage,
      onCallback: (atMs) => events.onCallback(atMs),
      onTransfer: (request) => events.onTransfer(request),
    });
  } catch (error) {
    deps.logger.warn({ callId: call.ID, ...errorFacts(error) }, 'call.agent_failed');
    await leg.hangUp();
    return 'The voice agent failed.';
  }
  return undefined;
}
