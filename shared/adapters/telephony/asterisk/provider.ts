// cspell:ignore PJSIP
import { randomUUID } from 'node:crypto';
import type { Pacing } from '../../../domain/campaign/pacing';
import type { LineRecord } from '../../../domain/call/line';
import { createRealClock } from '../simulated/clock';
import type { CallLeg, DialRequest, LegLookup, TelephonyProvider } from '../telephony';
import { createAri, type AriOptions } from './ari';
import { createCallRecords, toLegEnd, toRecordedEnd, type CallRecord, type RecordedEnd } from './call-records';
import { createAriEvents } from './events';
import { findChannel, hangUpChannel, removeMedia, type Gateway } from './gateway';
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
  /** Closes the connection. Calls that are not over stay up in Asterisk until they reach their limits. */
  close(): Promise<void>;
}

/** How long a lookup waits until a call that it ended is gone, in ms. */
const lookupMs = 5_000;

/** Creates a provider that places calls through Asterisk's REST interface and exchanges their audio over its websockets. */
export function createAsteriskProvider(deps: AsteriskProviderDeps): AsteriskProvider {
  const { logger, name = 'asterisk', trunk, marginSeconds = 30 } = deps;
  const ari = createAri(deps);
  const records = createCallRecords(ari);
  let closed = false;
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
    isClosed: () => closed,
  };
  const active = new Set<string>();
  return {
    name,
    pacing: deps.pacing,
    dial: (request) => dial(gateway, request, active),
    lookup: (key, known) => (active.has(key) ? Promise.resolve({ state: 'active' }) : lookup(gateway, key, known)),
    close: async () => {
      closed = true;
      events.close();
      await records.close();
      await ari.close();
    },
  };
}

async function dial(gateway: Gateway, request: DialRequest, active: Set<string>): Promise<CallLeg> {
  const { attemptKey } = request;
  if (active.has(attemptKey)) throw new Error(`The attempt ${attemptKey} is being dialed.`);
  // Before it is sent: a lookup during the dialing must not take the call for a lost one.
  active.add(attemptKey);
  try {
    return await place(gateway, request, {
      clock: createRealClock(),
      onEnded: () => void active.delete(attemptKey),
    });
  } catch (error) {
    active.delete(attemptKey);
    throw error;
  }
}

/**
 * Finds what became of an attempt: its channel has the attempt's key as its id. A living channel has lost its process, so it
 * is ended. @throws if Asterisk does not answer, or the channel does not end: the call may be alive
 */
async function lookup(gateway: Gateway, key: string, line: LineRecord | undefined): Promise<LegLookup> {
  const { ari, records } = gateway;
  const channelState = await findChannel(ari, key);
  const wasAlive = channelState !== undefined;
  if (wasAlive && (await hangUpChannel(gateway, key, lookupMs)) !== 'gone')
    throw new Error(`Asterisk did not end the call ${key}.`);
  await removeMedia(gateway, key);
  const record = await records.find(key);
  // Asterisk loses its records with its calls, but a line is stored only once a call was dialed.
  if (record === undefined) return { state: line?.ProviderCallID === undefined ? 'never_sent' : 'unknown' };
  if (record.end === undefined && !wasAlive) return { state: 'unknown' };
  // The process may have been lost before it recorded the answer.
  const answeredMs = record.answeredMs ?? (channelState === 'Up' ? createRealClock().nowMs() : undefined);
  const answered = answeredMs === undefined ? record : { ...record, answeredMs };
  const end = record.end ?? (await recordLoss(gateway, key, answered));
  return { state: 'ended', end: toLegEnd(end), ...(answeredMs !== undefined && { answeredAtMs: answeredMs }) };
}

/** Records how a call ended that has lost its process. */
async function recordLoss({ records }: Gateway, key: string, record: CallRecord): Promise<RecordedEnd> {
  const { end, failure } = failedEnding('worker_lost');
  const recorded = toRecordedEnd({ ...end, atMs: createRealClock().nowMs() }, failure);
  await records.write(key, { ...record, end: recorded });
  return recorded;
}
