// cspell:ignore PJSIP
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pacing } from '../../../domain/campaign/pacing';
import type { LineRecord } from '../../../domain/call/line';
import { createRealClock } from '../simulated/clock';
import { CallRefusedError, type CallLeg, type DialRequest, type LegLookup, type TelephonyProvider } from '../telephony';
import { createAri, type AriOptions } from './ari';
import { createCallRecords, toLegEnd, toRecordedEnd, type CallRecord, type RecordedEnd } from './call-records';
import { createAriEvents } from './events';
import { findChannel, hangUpChannel, readStartupMs, removeMedia, type Gateway } from './gateway';
import type { AsteriskLogger } from './logger';
import { failedEnding } from './outcome';
import { place } from './place';

/** How calls are placed through an Asterisk, see docs/asterisk.md. */
export interface AsteriskProviderDeps extends Pick<AriOptions, 'url' | 'user' | 'password'> {
  /** The endpoint of a number: `{e164}` stands for `+14155550123`, `{number}` for the same without `+`: `PJSIP/{number}@carrier`. */
  endpoint: string;
  /** Defaults to `asterisk`. */
  name?: string;
  trunk?: string | undefined;
  /**
   * How much longer Asterisk lets a call live than its ring and its duration may last, in seconds: it ends the call then if
   * no process does. Defaults to 30.
   */
  marginSeconds?: number;
  /** How many calls the line takes. */
  pacing?: Pacing | undefined;
  logger?: AsteriskLogger | undefined;
}

/** A provider that holds a connection to Asterisk until it is closed. */
export interface AsteriskProvider extends TelephonyProvider {
  /**
   * Hangs up all calls, waits some seconds until Asterisk has ended them, and closes the connection. What is not over by then
   * stays up until it reaches its limits.
   */
  close(): Promise<void>;
}

/** How long a lookup waits until a call that it ended is gone, in ms. */
const lookupMs = 5_000;

/** Creates a provider that places calls through Asterisk's REST interface and exchanges their audio over its websockets. */
export function createAsteriskProvider(deps: AsteriskProviderDeps): AsteriskProvider {
  const { logger, name = 'asterisk', trunk, marginSeconds = 30 } = deps;
  const ari = createAri(deps);
  const records = createCallRecords(ari);
  let state: 'open' | 'closing' | 'closed' = 'open';
  const line: LineRecord = { Provider: name, ...(trunk !== undefined && { Trunk: trunk }) };
  const events = createAriEvents({ ...deps, app: `outdial-${randomUUID()}` });
  const options = { ...deps, marginSeconds };
  const gateway: Gateway = {
    options,
    ari,
    events,
    records,
    line,
    logger,
    abandoned: new Set(),
    endings: new Set(),
    isClosed: () => state === 'closed',
  };
  const active: ActiveCalls = new Map();
  return {
    name,
    pacing: deps.pacing,
    dial: (request) =>
      state === 'open'
        ? dial(gateway, request, active)
        : Promise.reject(new CallRefusedError('The connection to Asterisk is being closed.')),
    lookup: (key, known, startedMs) =>
      active.has(key) ? Promise.resolve({ state: 'active' }) : lookup(gateway, key, { known, startedMs }),
    close: async () => {
      state = 'closing';
      await endAll(gateway, active);
      state = 'closed';
      events.close();
      await records.close();
      await ari.close();
    },
  };
}

/** The calls of this process; those without a leg are being placed. */
type ActiveCalls = Map<string, CallLeg | undefined>;

/** How long the end of a call may take when the process ends, in ms. */
const closeMs = 5_000;

/** Hangs up the calls of this process, and waits until no channel of theirs is left, or the time is over. */
async function endAll({ endings, logger }: Gateway, active: ActiveCalls): Promise<void> {
  const calls = [...active.values()].map((leg) => leg?.hangUp());
  const timeout = new AbortController();
  const late = sleep(closeMs, 'late', { signal: timeout.signal }).catch(() => undefined);
  const all = Promise.allSettled([...calls, ...endings]);
  if ((await Promise.race([all, late])) === 'late')
    logger?.warn({ channels: endings.size }, 'asterisk.calls_not_ended');
  timeout.abort();
}

async function dial(gateway: Gateway, request: DialRequest, active: ActiveCalls): Promise<CallLeg> {
  const { attemptKey } = request;
  if (active.has(attemptKey)) throw new Error(`The attempt ${attemptKey} is being dialed.`);
  // Before it is sent: a lookup during the dialing must not take the call for a lost one.
  active.set(attemptKey, undefined);
  try {
    const leg = await place(gateway, request, {
      clock: createRealClock(),
      onEnded: () => void active.delete(attemptKey),
    });
    active.set(attemptKey, leg);
    return leg;
  } catch (error) {
    active.delete(attemptKey);
    throw error;
  }
}

/**
 * Finds what became of an attempt: its channel has the attempt's key as its id. A living channel has lost its process, so it
 * is ended. @throws if Asterisk does not answer, or the channel does not end: the call may be alive
 */
async function lookup(gateway: Gateway, key: string, call: LookedUp): Promise<LegLookup> {
  const { ari, records } = gateway;
  const channelState = await findChannel(ari, key);
  const wasAlive = channelState !== undefined;
  if (wasAlive && (await hangUpChannel(gateway, key, lookupMs)) !== 'gone')
    throw new Error(`Asterisk did not end the call ${key}.`);
  await removeMedia(gateway, key);
  const record = await records.find(key);
  if (record === undefined) {
    if (await mayHaveLostRecord(gateway, call)) return { state: 'unknown' };
    await records.write(key, { dialedMs: createRealClock().nowMs(), forbidden: true });
    // A slow process may have read the records before: then its channel exists by now, and is ended.
    return lookup(gateway, key, call);
  }
  if (record.forbidden === true) return { state: 'never_sent' };
  if (record.end === undefined && !wasAlive) return { state: 'unknown' };
  // The process may have been lost before it recorded the answer.
  const answeredMs = record.answeredMs ?? (channelState === 'Up' ? createRealClock().nowMs() : undefined);
  const answered = answeredMs === undefined ? record : { ...record, answeredMs };
  const end = record.end ?? (await recordLoss(gateway, key, answered));
  return { state: 'ended', end: toLegEnd(end), ...(answeredMs !== undefined && { answeredAtMs: answeredMs }) };
}

/** What is stored of a call that is looked up. */
interface LookedUp {
  known: LineRecord | undefined;
  startedMs: number | undefined;
}

/** The clocks of both machines differ by less. */
const clockToleranceMs = 30_000;

/** Asterisk loses its records with its calls. A line is stored only once a call was dialed. */
async function mayHaveLostRecord({ ari }: Gateway, { known, startedMs }: LookedUp): Promise<boolean> {
  if (known?.ProviderCallID !== undefined) return true;
  return startedMs !== undefined && (await readStartupMs(ari)) > startedMs - clockToleranceMs;
}

/** Records how a call ended that has lost its process. */
async function recordLoss({ records }: Gateway, key: string, record: CallRecord): Promise<RecordedEnd> {
  const { end, failure } = failedEnding('worker_lost');
  const recorded = toRecordedEnd({ ...end, atMs: createRealClock().nowMs() }, failure);
  await records.write(key, { ...record, end: recorded });
  return recorded;
}
