import type { CallRecord } from '../../shared/domain/call/call-record';
import type { LLMMessage } from '../../shared/domain/call/call';
import type { CallLeg, LegEnd, LegEvent } from '../../shared/adapters/telephony/telephony';
import type { ActivityDeps } from '../deps';
import { sleep } from '../lib/sleep';
import type { JobCase } from '../lib/planning';
import { createJobRedaction } from './redaction';

type HandleCallDeps = Pick<ActivityDeps, 'store' | 'agent' | 'clock' | 'media' | 'logger' | 'redactor' | 'metrics'>;

/** How often the record is told that the call lives, and looked at for a wish to stop: a stop takes half of this on average. */
const leaseRenewalIntervalMs = 500;
/** What the line did is written again and again until the store takes it: a call that was made must not be forgotten. */
const writeRetryDelayMs = 500;

export interface HandledCall {
  call: CallRecord;
  jobCase: JobCase;
  leg: CallLeg;
  /** Called at each sign of life, for the engine's heartbeat. */
  heartbeat: () => void;
  /** Fires when the engine, or the end of this process, wants the call ended; the reason is a sentence for the record. */
  hangUpSignal: AbortSignal;
}

/** Writes in order, one after the other, each until it worked; a lost store delays the record and not the call. */
function createRetryingWriter({ logger }: Pick<HandleCallDeps, 'logger'>, callId: string) {
  let last = Promise.resolve();
  const persist = async (write: () => Promise<unknown>): Promise<void> => {
    for (;;) {
      try {
        await write();
        return;
      } catch (error) {
        logger.warn({ callId, err: error }, 'call.record_delayed');
        await sleep(writeRetryDelayMs);
      }
    }
  };
  return {
    write: (act: () => Promise<unknown>): void => {
      last = last.then(() => persist(act));
    },
    flushed: () => last,
  };
}

/**
 * Carries a call that was placed until it is over: records what the line does, lets the agent talk, and hangs up when somebody asks or
 * when the record was closed by someone who thought this worker lost.
 * @returns once the record says how it ended
 */
export async function handleCall(deps: HandleCallDeps, carried: HandledCall): Promise<void> {
  const { store, logger } = deps;
  const { call, leg } = carried;
  const writer = createRetryingWriter(deps, call.ID);
  const events = store.events;
  const keep = carried.jobCase.overrides.DisableRecording === true ? 'live' : 'recording';
  const heard = deps.media.attach({ call, leg, keep });
  let answeredMs: number | undefined;
  const onLine = (event: LegEvent): void => {
    if (event.type === 'ringing') writer.write(() => store.calls.markRinging(call.ID, event.atMs));
    if (event.type === 'answered') {
      answeredMs = event.atMs;
      writer.write(() => store.calls.markAnswered(call.ID, event.atMs, heard.address));
      writer.write(() => events.record(callEvent(call, 'call_answered', event.atMs)));
    }
  };
  const unlisten = leg.onEvent(onLine);
  const stopWatching = maintainLease(deps, carried);
  // The two who talk hear every word; only what is stored is redacted.
  const redaction = createJobRedaction(deps, carried.jobCase);
  const conversation = converse(deps, carried, (message) =>
    writer.write(() => store.calls.addMessage(call, redaction.message(message))),
  );
  const lineEnd = await leg.ended;
  heard.finish(answeredMs === undefined ? undefined : lineEnd.atMs - answeredMs);
  stopWatching();
  unlisten();
  const broken = (await conversation) ?? abortText(carried.hangUpSignal);
  // Our own failure ends the line as if the assistant had hung up; the record tells the difference.
  const ours = broken !== undefined && lineEnd.reason === 'assistant_hung_up';
  const told: LegEnd = ours ? { ...lineEnd, reason: 'assistant_error', error: broken } : lineEnd;
  const end: LegEnd = told.error === undefined ? told : { ...told, error: redaction.text(told.error) };
  writer.write(() => closeRecord(deps, call, end));
  const beating = setInterval(carried.heartbeat, 2_000);
  await writer.flushed().finally(() => clearInterval(beating));
  logger.info({ callId: call.ID, jobId: call.JobID, endedReason: end.reason, error: end.error }, 'call.ended');
}

export const callEvent = (call: CallRecord, type: string, atMs: number, properties: Record<string, unknown> = {}) => ({
  ID: `${call.ID}/${type}`,
  JobID: call.JobID,
  EventType: type,
  CreatedMS: atMs,
  Properties: { CallID: call.ID, Attempt: call.Attempt, ...properties },
});

async function closeRecord({ store, metrics }: HandleCallDeps, call: CallRecord, end: LegEnd): Promise<void> {
  const closed = await store.calls.close(call, {
    state: end.error === undefined ? 'ended' : 'failed',
    endedMs: end.atMs,
    endedReason: end.reason,
    error: end.error,
  });
  await store.events.record(callEvent(call, 'call_ended', end.atMs, { EndedReason: end.reason }));
  // Whoever took this worker for lost has counted the end already.
  if (closed?.EndedMS === end.atMs) metrics.calls.recordEnd(end.reason);
}

/** Keeps the record alive and follows its wishes. @returns a function that ends the watch */
function maintainLease(
  { store, clock, logger }: HandleCallDeps,
  { call, leg, heartbeat: beat, hangUpSignal }: HandledCall,
): () => void {
  const hangUp = () => void leg.hangUp();
  hangUpSignal.addEventListener('abort', hangUp, { once: true });
  if (hangUpSignal.aborted) hangUp();
  let over = false;
  const watch = async (): Promise<void> => {
    while (!over) {
      beat();
      try {
        const wishes = await store.calls.renewLease(call.ID, await clock.nowMs());
        if (wishes === undefined || wishes.stopRequested) await leg.hangUp();
      } catch (error) {
        logger.warn({ callId: call.ID, err: error }, 'call.renew_failed');
      }
      await sleep(leaseRenewalIntervalMs);
    }
  };
  void watch();
  return () => {
    over = true;
    hangUpSignal.removeEventListener('abort', hangUp);
  };
}

const abortText = (signal: AbortSignal): string | undefined => (signal.aborted ? String(signal.reason) : undefined);

/** Lets the agent lead the conversation; an agent that fails ends the call. @returns what broke, if something did */
async function converse(
  deps: HandleCallDeps,
  { call, jobCase, leg }: HandledCall,
  onMessage: (message: LLMMessage) => void,
): Promise<string | undefined> {
  const { job, campaign } = jobCase;
  try {
    await deps.agent.converse(leg, {
      jobId: job.ID,
      callId: call.ID,
      data: job.Data ?? {},
      metadata: job.Metadata ?? {},
      agent: campaign.Agent ?? {},
      ...(job.ContactName === undefined ? {} : { contactName: job.ContactName }),
      ...(job.PreviousCallsSummary === undefined ? {} : { previousCallsSummary: job.PreviousCallsSummary }),
      onMessage,
    });
  } catch (error) {
    deps.logger.warn({ callId: call.ID, err: error }, 'call.agent_failed');
    await leg.hangUp();
    return 'The voice agent failed.';
  }
  return undefined;
}
