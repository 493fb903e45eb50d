// cspell:ignore CALLERID CONNECTEDLINE dialstatus
import type { SimulatorClock } from '../simulated/clock';
import { CallRefusedError, type CallLeg, type DialRequest } from '../telephony';
import { AriNoAnswerError, AriUnreachableError, ariPath } from './ari';
import { watchChannel, type ChannelWatch } from './channel-watch';
import type { AriEvent } from './events';
import { findChannel, hangUpChannel, isOwnChannel, ownerVariable, removeMedia, type Gateway } from './gateway';
import { createAsteriskLeg } from './leg';
import { connectMedia, stepMs } from './media';
import type { MediaSocket } from './media-socket';
import { outcomeOf } from './outcome';

/** Asterisk stops to ring so much later than we do, in case that this process is lost while it rings. */
const ringMarginSeconds = 5;
/** A carrier that is congested refuses a call at once: the attempt does not count then. */
const firstSignMs = 2_000;

/** What was prepared for an attempt that was refused is usually removed within this time. */
const abandonedMs = 5_000;

/** E.164. Other characters would choose another endpoint. */
const numberPattern = /^\+[1-9]\d{1,14}$/;
/** What an id of a channel and the name of a variable may hold. */
const keyPattern = /^[\w-]{1,100}$/;

interface Placing {
  gateway: Gateway;
  request: DialRequest;
  watch: ChannelWatch;
  clock: SimulatorClock;
  onEnded: () => void;
}

/**
 * Rings the contact. The channel has the attempt's key as its id, of which Asterisk has only one at a time, so from its
 * creation until its end no other process can place this attempt; and its record stays after that. It is dialed exactly once.
 * @throws {CallRefusedError} when surely nothing rang; any other error: it is unknown, or the attempt was dialed before
 */
export async function place(
  gateway: Gateway,
  request: DialRequest,
  { clock, onEnded }: Pick<Placing, 'clock' | 'onEnded'>,
): Promise<CallLeg> {
  const { attemptKey, to, from } = request;
  if (!keyPattern.test(attemptKey)) throw new CallRefusedError('The key of the attempt cannot be the id of a channel.');
  if (![to, from].every((number) => numberPattern.test(number))) throw new CallRefusedError('A number is not E.164.');
  if (gateway.abandoned.has(attemptKey))
    throw new CallRefusedError('The channel of the attempt is still being removed.', { retryAfterMs: abandonedMs });
  await gateway.events.ready(stepMs).catch(refuse);
  const watch = watchChannel(gateway.events, attemptKey, () => clock.nowMs());
  const placing: Placing = { gateway, request, watch, clock, onEnded };
  try {
    await createChannel(placing);
    const media = await prepare(placing);
    return await dial(placing, media);
  } catch (error) {
    watch.stop();
    throw error;
  }
}

const refuse = (error: unknown): never => {
  if (error instanceof CallRefusedError) throw error;
  throw new CallRefusedError(error instanceof Error ? error.message : String(error));
};

const endpointOf = ({ options }: Gateway, to: string): string =>
  options.endpoint.replaceAll('{e164}', to).replaceAll('{number}', to.slice(1));

/** Asterisk ends the call then if no process does: the limit is a variable of the channel, from its creation on. */
const limitSecondsOf = ({ gateway, request }: Placing): number =>
  Math.ceil((request.ringTimeoutMs + request.maxDurationMs) / 1_000) + gateway.options.marginSeconds;

/** Creates the channel, which does not ring yet. */
async function createChannel(placing: Placing): Promise<void> {
  const { gateway, request } = placing;
  const { ari, events } = gateway;
  const { attemptKey, to, from } = request;
  try {
    const { status } = await ari.request({
      method: 'POST',
      path: '/channels/create',
      query: { endpoint: endpointOf(gateway, to), app: events.app, channelId: attemptKey },
      body: {
        variables: {
          'TIMEOUT(absolute)': String(limitSecondsOf(placing)),
          'CALLERID(num)': from,
          // What the line gets as the caller: for the channel, it is the other party.
          'CONNECTEDLINE(num)': from,
          [ownerVariable]: events.app,
        },
      },
    });
    if (status === 409) throw new Error(`The attempt ${attemptKey} is being dialed.`);
    if (status >= 300) throw new CallRefusedError(`Asterisk refused to create a channel: ${status}.`);
  } catch (error) {
    if (error instanceof AriUnreachableError) refuse(error);
    if (!(error instanceof AriNoAnswerError)) throw error;
    // It may exist, and it may be another process's. It does not ring before it is dialed.
    if (!(await isOwnChannel(gateway, attemptKey).catch(() => false))) refuse(error);
  }
}

/**
 * Does all that can fail before the one request that rings.
 * @throws {CallRefusedError} if anything fails, but another error if the attempt was dialed before, or may have been
 */
async function prepare(placing: Placing): Promise<MediaSocket> {
  const { gateway, request, watch, clock } = placing;
  const { attemptKey, from } = request;
  let media: MediaSocket | undefined;
  try {
    if ((await gateway.records.find(attemptKey)) !== undefined)
      throw new Error(`The attempt ${attemptKey} was dialed before.`);
  } catch (error) {
    abandon(placing, media);
    throw error;
  }
  try {
    media = await connectMedia(gateway, attemptKey, { call: watch, limitSeconds: limitSecondsOf(placing), from });
    await gateway.records.write(attemptKey, { dialedMs: clock.nowMs() });
    return media;
  } catch (error) {
    abandon(placing, media);
    // It may have been written. It is ours: there was none.
    await gateway.records.remove(attemptKey).catch(() => undefined);
    return refuse(error);
  }
}

/** Removes what was prepared, in the background. */
function abandon(placing: Placing, media: MediaSocket | undefined): void {
  const { gateway, request } = placing;
  const { attemptKey } = request;
  media?.close();
  gateway.abandoned.add(attemptKey);
  const hangUp = hangUpChannel(gateway, attemptKey, limitSecondsOf(placing) * 1_000);
  void Promise.all([hangUp, removeMedia(gateway, attemptKey)]).then(() => gateway.abandoned.delete(attemptKey));
}

async function dial(placing: Placing, media: MediaSocket): Promise<CallLeg> {
  const { gateway, request, watch, clock } = placing;
  const { attemptKey, ringTimeoutMs } = request;
  const dialedMs = clock.nowMs();
  const limitMs = limitSecondsOf(placing) * 1_000;
  const notSent = await sendDial(placing, media);
  const sign = notSent ? undefined : await watch.until(isSign, Math.min(firstSignMs, ringTimeoutMs));
  const refusal = notSent ?? congestionOf(sign);
  if (refusal !== undefined) {
    abandon(placing, media);
    await gateway.records.remove(attemptKey).catch(() => undefined);
    throw refusal;
  }
  const isSilent = sign === undefined;
  const { leg, open } = createAsteriskLeg({ ...placing, media, dialedMs, limitMs, isSilent });
  // The caller subscribes first.
  setImmediate(open);
  return leg;
}

/**
 * Sends the request that rings. Whether one without an answer was carried out is read from the channel, and it is never
 * sent again.
 * @returns why surely nothing rang; `undefined` if it rings, or may ring
 */
async function sendDial(placing: Placing, media: MediaSocket): Promise<CallRefusedError | undefined> {
  const { gateway, request } = placing;
  const { attemptKey, ringTimeoutMs } = request;
  const timeout = Math.ceil(ringTimeoutMs / 1_000) + ringMarginSeconds;
  try {
    const path = `${ariPath('channels', attemptKey)}/dial`;
    const { status } = await gateway.ari.request({ method: 'POST', path, query: { timeout } });
    return status < 300 ? undefined : new CallRefusedError(`Asterisk refused to dial: ${status}.`);
  } catch (error) {
    if (error instanceof AriUnreachableError) return new CallRefusedError(error.message);
    try {
      if ((await findChannel(gateway.ari, attemptKey)) !== undefined) return undefined;
    } catch (unknown) {
      gateway.logger?.warn({ err: unknown, callId: attemptKey }, 'asterisk.dial_unknown');
    }
    abandon(placing, media);
    throw error;
  }
}

/** The line has too many calls, and refused this one before it rang. */
function congestionOf(sign: AriEvent | undefined): CallRefusedError | undefined {
  if (sign === undefined || !isEnd(sign)) return undefined;
  const { retryAfterMs } = outcomeOf(sign, { rang: false, answered: false });
  return retryAfterMs === undefined ? undefined : new CallRefusedError('The line is congested.', { retryAfterMs });
}

const isEnd = ({ type }: AriEvent): boolean => type === 'ChannelDestroyed';
const isSign = (event: AriEvent): boolean =>
  isEnd(event) || (event.type === 'Dial' && ['RINGING', 'PROGRESS', 'ANSWER'].includes(event.dialstatus ?? ''));
