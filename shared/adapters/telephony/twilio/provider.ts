import { setTimeout as sleep } from 'node:timers/promises';
import type { Pacing } from '../../../domain/campaign/pacing';
import type { LineRecord } from '../../../domain/call/line';
import { createRealClock } from '../simulated/clock';
import {
  CallRefusedError,
  type CallLeg,
  type DialRequest,
  type LegEnd,
  type LegLookup,
  type TelephonyProvider,
} from '../telephony';
import { AttemptKnownError, type LoggedTwilioCall, type TwilioCallLog } from './call-log';
import { isFinal, type TwilioClient } from './client';
import { endOrphan } from './end-call';
import { findSid } from './find-call';
import { createTwilioLeg, type TwilioLeg } from './leg';
import type { TwilioLogger } from './leg-state';
import type { LineEndpoint } from './line-endpoint';
import type { LineUrls } from './line-urls';
import { endOf, invalidNumberEnd } from './outcome';
import { placeCall, type Placed } from './place';
import { createReports } from './reports';
import { defaultTimings, type TwilioTimings } from './timings';

/** Dependencies of the provider `twilio`. */
export interface TwilioProviderDeps {
  client: TwilioClient;
  /** Must outlive the worker, and be shared with the API processes. */
  log: TwilioCallLog;
  urls: Pick<LineUrls, 'format'>;
  /** Where the API processes relay to what Twilio sends. */
  endpoint: LineEndpoint;
  /** How many calls the account takes, for the queue of calls. */
  pacing?: Pacing | undefined;
  /** Twilio detects answering machines, which it charges for. By default their greetings are listened to here. */
  asyncAmd?: boolean | undefined;
  timings?: Partial<TwilioTimings> | undefined;
  logger?: TwilioLogger | undefined;
}

interface Line extends TwilioProviderDeps {
  timings: TwilioTimings;
  asyncAmd: boolean;
  /** The calls of this process; those without a leg are being placed. */
  active: Map<string, CallLeg | undefined>;
  /** Calls that are being ended. */
  endings: Set<Promise<unknown>>;
  isClosing: boolean;
}

const providerName = 'twilio';
/** A lookup that fails is repeated by its caller. */
const orphanPausesMs = [250, 1_000];

/** Creates the provider of an account at Twilio: its REST API places calls, its Media Streams carry their audio. */
export function createTwilioProvider(deps: TwilioProviderDeps): TelephonyProvider {
  const timings = { ...defaultTimings, ...deps.timings };
  const own = {
    active: new Map<string, CallLeg | undefined>(),
    endings: new Set<Promise<unknown>>(),
    isClosing: false,
  };
  const line: Line = { ...deps, ...own, timings, asyncAmd: deps.asyncAmd ?? false };
  return {
    name: providerName,
    pacing: deps.pacing,
    dial: (request) => dial(line, request),
    lookup: (attemptKey, record) =>
      line.active.has(attemptKey) ? Promise.resolve({ state: 'active' }) : lookup(line, attemptKey, record),
    readCost: async ({ ProviderCallID }) =>
      ProviderCallID === undefined ? undefined : (await line.client.get(ProviderCallID))?.cost,
    close: () => close(line),
  };
}

/** How long the end of calls may take when the process ends, in ms. Their limits at Twilio end them at last. */
const closeMs = 5_000;

/** Hangs up all calls, waits some seconds until Twilio has confirmed that, and closes the connections. */
async function close(line: Line): Promise<void> {
  line.isClosing = true;
  const calls = [...line.active.values()].map((leg) => leg?.hangUp());
  const timeout = new AbortController();
  const late = sleep(closeMs, undefined, { signal: timeout.signal }).catch(() => undefined);
  await Promise.race([Promise.allSettled([...calls, ...line.endings]), late]);
  timeout.abort();
  await line.client.close();
}

async function dial(line: Line, request: DialRequest): Promise<CallLeg> {
  const { attemptKey } = request;
  if (line.isClosing) throw new CallRefusedError('The line is being closed.');
  if (line.active.has(attemptKey)) throw new AttemptKnownError(`${attemptKey} is being dialed.`);
  // Before it is sent: a lookup while Twilio answers must not take the call for a lost one.
  line.active.set(attemptKey, undefined);
  let stopServing: () => void = () => undefined;
  const release = (): void => {
    stopServing();
    line.active.delete(attemptKey);
  };
  const call = createLeg(line, request, release);
  const reports = createReports((report) => call.handlers.onReport(report));
  try {
    await begin(line, request);
    stopServing = line.endpoint.serve(attemptKey, {
      onReport: (report) => reports.report(report),
      onMedia: (socket) => call.handlers.onMedia(socket),
    });
    const placed = await placeCall(line, request, reports);
    // The caller subscribes first.
    setImmediate(() => begun(call, placed));
    if (placed.kind === 'placed') call.identify(placed.sid);
    line.active.set(attemptKey, call.leg);
    return call.leg;
  } catch (error) {
    call.discard();
    release();
    throw error;
  }
}

function begun(call: TwilioLeg, placed: Placed): void {
  if (placed.kind === 'placed') call.open();
  else call.fail(invalidNumberEnd(placed.code));
}

/** Records the attempt before it is sent. @throws {CallRefusedError} if that is impossible: nothing is sent */
async function begin({ log }: Line, { attemptKey, jobId, to, from }: DialRequest): Promise<void> {
  try {
    await log.begin({ attemptKey, jobId, to, from, startedMs: Date.now() });
  } catch (error) {
    if (error instanceof AttemptKnownError) throw error;
    throw new CallRefusedError('The call could not be recorded, so it was not placed.');
  }
}

const createLeg = (line: Line, request: DialRequest, release: () => void): TwilioLeg =>
  createTwilioLeg({
    request,
    client: line.client,
    clock: createRealClock(),
    timings: line.timings,
    detectsMachines: line.asyncAmd,
    logger: line.logger,
    onEnding: (ending) => {
      line.endings.add(ending);
      void ending.finally(() => line.endings.delete(ending));
    },
    onEnded: async (end, answeredAtMs) => {
      try {
        await line.log.recordEnd(request.attemptKey, end, answeredAtMs);
      } finally {
        release();
      }
    },
  });

async function lookup(line: Line, attemptKey: string, record: LineRecord | undefined): Promise<LegLookup> {
  const logged = await line.log.find(attemptKey);
  // A restored database may lack an attempt whose call record names its call.
  const isNamed = logged === undefined && record?.ProviderCallID !== undefined;
  const attempt: LoggedTwilioCall | undefined = isNamed ? { attemptKey, startedMs: 0 } : logged;
  if (attempt === undefined) {
    const closed = await line.log.forbid(attemptKey, Date.now());
    return closed ? { state: 'never_sent' } : lookup(line, attemptKey, record);
  }
  if (attempt.refused === true) return { state: 'never_sent' };
  if (attempt.end !== undefined) return toEnded(attempt.end, attempt.answeredAtMs);
  // Before Twilio is asked: a callback that arrives from now on ends the call.
  await line.log.abandon(attemptKey);
  const sid = record?.ProviderCallID ?? (await findSid(attempt, line));
  if (sid === undefined) {
    if (Date.now() - attempt.startedMs < line.timings.unknownMs && attempt.numbers !== undefined)
      throw new Error('The call may not be listed yet.');
    return { state: 'unknown' };
  }
  return endLost(line, attempt, sid);
}

/** Ends a call that no process handles, unless it has ended. */
async function endLost({ client, log }: Line, attempt: LoggedTwilioCall, sid: string): Promise<LegLookup> {
  const found = await endOrphan(client, sid, orphanPausesMs);
  if (found === undefined) return { state: 'unknown' };
  const { status, startedMs, endedMs } = found;
  // Twilio ends a call when its stream breaks off, as that of a lost worker does: `completed` says nothing of the contact.
  const end: LegEnd =
    isFinal(status) && status !== 'completed'
      ? { ...endOf({ status, rang: true }), atMs: endedMs ?? Date.now() }
      : {
          reason: 'assistant_error',
          detail: 'media_lost',
          error: 'The worker that handled the call was lost.',
          by: 'us',
          atMs: endedMs ?? Date.now(),
        };
  const answeredAtMs = ['in-progress', 'completed'].includes(status) ? startedMs : undefined;
  await log.recordEnd(attempt.attemptKey, end, answeredAtMs);
  return toEnded(end, answeredAtMs);
}

const toEnded = (end: LegEnd, answeredAtMs: number | undefined): LegLookup => ({
  state: 'ended',
  end,
  ...(answeredAtMs !== undefined && { answeredAtMs }),
});
