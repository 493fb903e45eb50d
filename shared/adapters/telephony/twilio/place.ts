import { CallRefusedError, type DialRequest } from '../telephony';
import type { TwilioCallLog } from './call-log';
import type { NewCall, TwilioCall, TwilioClient } from './client';
import { endCall } from './end-call';
import { TwilioRefusedError } from './errors';
import { findSid } from './find-call';
import type { LineUrls } from './line-urls';
import { isInvalidNumber, refusedNumberEnd } from './outcome';
import type { Reports } from './reports';
import type { TwilioTimings } from './timings';

export interface PlaceDeps {
  client: TwilioClient;
  log: TwilioCallLog;
  urls: Pick<LineUrls, 'format'>;
  timings: TwilioTimings;
  asyncAmd: boolean;
}

/** What became of a request to place a call. */
export type Placed = { kind: 'placed'; sid: string } | { kind: 'invalid_number'; code: number | undefined };

/** Twilio rings this much longer than we do, so that we decide. */
const ringMarginSeconds = 5;
const talkMarginSeconds = 30;
const maxRingSeconds = 600;
/** Twilio refuses more, unless an account allows it. */
const maxCallSeconds = 14_400;

/** What Twilio is asked for. The TwiML connects the audio to us, and the call ends with that connection. */
export function toNewCall(
  { attemptKey, to, from, ringTimeoutMs, maxDurationMs }: DialRequest,
  { urls, asyncAmd }: Pick<PlaceDeps, 'urls' | 'asyncAmd'>,
): NewCall {
  const media = urls.format({ attemptKey, purpose: 'media' });
  return {
    To: to,
    From: from,
    Twiml: `<Response><Connect><Stream url="${escapeXml(media)}"/></Connect></Response>`,
    Timeout: Math.min(maxRingSeconds, Math.ceil(ringTimeoutMs / 1_000) + ringMarginSeconds),
    TimeLimit: Math.min(maxCallSeconds, Math.ceil(maxDurationMs / 1_000) + talkMarginSeconds),
    StatusCallback: urls.format({ attemptKey, purpose: 'status' }),
    ...(asyncAmd && { AsyncAmdStatusCallback: urls.format({ attemptKey, purpose: 'amd' }) }),
  };
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Sends the one request that places a call, and waits until the call has left Twilio's queue.
 * @throws {CallRefusedError} if surely nothing rang; any other error if that is unknown: the call is then ended if it is
 * found, now or when a callback of it arrives
 */
export async function placeCall(deps: PlaceDeps, request: DialRequest, reports: Reports): Promise<Placed> {
  const { log, client } = deps;
  const { attemptKey } = request;
  let created: TwilioCall | { sid: string; queueMs?: never };
  try {
    // A callback may be quicker than the answer, which may never come.
    const reported = reports.first.then((sid) => ({ sid }));
    created = await Promise.race([client.create(toNewCall(request, deps)), reported]);
  } catch (error) {
    if (error instanceof TwilioRefusedError) return refuse(deps, attemptKey, error);
    created = { sid: await recover(deps, attemptKey, reports) };
  }
  const { sid, queueMs = 0 } = created;
  // The log is for other processes. This one has the call, whatever becomes of the log.
  await log.saveSid(attemptKey, sid).catch(() => undefined);
  await waitInQueue(deps, { attemptKey, sid, queueMs, reports });
  return { kind: 'placed', sid };
}

async function refuse(
  { log }: PlaceDeps,
  attemptKey: string,
  { code, message, retryAfterMs }: TwilioRefusedError,
): Promise<Placed> {
  if (isInvalidNumber(code)) return { kind: 'invalid_number', code };
  await log.refuse(attemptKey).catch(() => undefined);
  const end = refusedNumberEnd(code) ?? (code === undefined ? {} : { providerCode: String(code) });
  throw new CallRefusedError(message, { end, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}

/**
 * The request got no answer, so it is unknown whether there is a call. A callback shows that there is: the call goes on. A
 * call that is found otherwise is ended: what it did until then is unknown.
 */
async function recover(
  { log, client, urls, timings }: PlaceDeps,
  attemptKey: string,
  reports: Reports,
): Promise<string> {
  const untilMs = performance.now() + timings.unknownMs;
  do {
    const sid = await reports.firstWithin(timings.unknownLookMs);
    if (sid !== undefined) return sid;
    const attempt = await log.find(attemptKey).catch(() => undefined);
    const found = attempt && (await findSid(attempt, { client, log, urls }).catch(() => undefined));
    if (found === undefined) continue;
    const late = await lateReport({ log, timings }, attemptKey, reports);
    if (late !== undefined) return late;
    await log.saveSid(attemptKey, found).catch(() => undefined);
    // From now on a callback of the call ends it, too. Not awaited: it may take a minute.
    await log.abandon(attemptKey);
    void endCall(client, found).catch(() => undefined);
    throw new Error('Twilio did not answer the request to place the call.');
  } while (performance.now() < untilMs);
  await log.abandon(attemptKey);
  throw new Error('Twilio did not answer the request to place the call.');
}

/**
 * The process that receives a callback stores the call's id and passes the callback on: where the log has the id, the
 * callback may be on its way.
 */
async function lateReport(
  { log, timings }: Pick<PlaceDeps, 'log' | 'timings'>,
  attemptKey: string,
  reports: Reports,
): Promise<string | undefined> {
  const known = (await log.find(attemptKey).catch(() => undefined))?.sid;
  return known === undefined ? undefined : reports.firstWithin(timings.lateMs);
}

interface QueuedCall {
  attemptKey: string;
  sid: string;
  /** How long Twilio expects it to wait. */
  queueMs: number;
  reports: Reports;
}

/** An account places few calls a second, and queues the others for up to a day. @throws if the call did not leave the queue */
async function waitInQueue(deps: PlaceDeps, queued: QueuedCall): Promise<void> {
  const { client, log, timings } = deps;
  const { attemptKey, sid, queueMs, reports } = queued;
  const untilMs = performance.now() + timings.queueMs;
  while (queueMs <= timings.queueMs && performance.now() < untilMs) {
    if (await reports.leftQueueWithin(timings.queueLookMs)) return;
    const seen = await client.get(sid).catch(() => undefined);
    if (seen === undefined || seen.status === 'queued') continue;
    reports.report({ sid, status: seen.status });
    return;
  }
  const left = await cancelQueued(deps, queued);
  if (left === 'left') return;
  if (left === 'canceled') {
    await log.refuse(attemptKey).catch(() => undefined);
    const { queueRetryMs: retryAfterMs } = timings;
    throw new CallRefusedError('The call waited too long in the queue of Twilio.', { retryAfterMs });
  }
  await log.abandon(attemptKey).catch(() => undefined);
  // Not awaited: it may take a minute.
  void endCall(client, sid).catch(() => undefined);
  throw new Error('The call waited too long in the queue of Twilio, and it is unknown whether it was canceled.');
}

/** @returns `canceled` if the call surely never left the queue */
async function cancelQueued(
  { client, timings }: PlaceDeps,
  { sid, reports }: QueuedCall,
): Promise<'canceled' | 'left' | 'unknown'> {
  const answer = await client.end(sid, 'canceled').catch(() => client.get(sid).catch(() => undefined));
  // The callback of a call that left the queue before that may be on its way.
  if (await reports.leftQueueWithin(timings.lateMs)) return 'left';
  if (answer?.status === 'canceled' && answer.startedMs === undefined) return 'canceled';
  if (answer === undefined || ['queued', 'canceled'].includes(answer.status)) return 'unknown';
  reports.report({ sid, status: answer.status });
  return 'left';
}
