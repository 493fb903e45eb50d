import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { LineRecord } from '../../../domain/call/line';
import { ariPath, type Ari, type AriAnswer, type AriOptions } from './ari';
import type { CallRecords } from './call-records';
import type { AriEvents } from './events';
import type { AsteriskLogger } from './logger';

/** The provider's connection to one Asterisk, which all calls of the process share. */
export interface Gateway {
  options: Pick<AriOptions, 'url' | 'user' | 'password'> & { endpoint: string; marginSeconds: number };
  ari: Ari;
  events: AriEvents;
  records: CallRecords;
  /** What is known of every line. */
  line: LineRecord;
  logger?: AsteriskLogger | undefined;
  /** Attempts that were refused, and whose channels are being removed: one that is dialed again would be removed too. */
  abandoned: Set<string>;
  isClosed: () => boolean;
  /** Channels that are being ended. */
  endings: Set<Promise<unknown>>;
}

/** The ids of what belongs to one attempt in Asterisk. They follow from its key, so that any process finds them. */
export const idsOf = (attemptKey: string) => ({
  call: attemptKey,
  media: `${attemptKey}-media`,
  bridge: `${attemptKey}-bridge`,
});

/** The variable of a channel that names the process which created it. */
export const ownerVariable = 'OUTDIAL_APP';

const channelSchema = z.object({ state: z.string() });
const variableSchema = z.object({ value: z.string() });

/** @returns the state of a channel; `undefined` if it is gone. @throws if Asterisk does not say */
export async function findChannel(ari: Ari, id: string): Promise<string | undefined> {
  const { status, body } = await ari.request({ method: 'GET', path: ariPath('channels', id) });
  if (status === 404) return undefined;
  const { data } = channelSchema.safeParse(body);
  if (status !== 200 || data === undefined) throw new Error(`Asterisk did not describe a channel: ${status}.`);
  return data.state;
}

const infoSchema = z.object({ status: z.object({ startup_time: z.string() }) });

/** When Asterisk was started, a Unix time in ms of its clock. @throws if it does not say */
export async function readStartupMs(ari: Ari): Promise<number> {
  const { body } = await ari.request({ method: 'GET', path: '/asterisk/info', query: { only: 'status' } });
  const startedMs = Date.parse(infoSchema.safeParse(body).data?.status.startup_time ?? '');
  if (Number.isNaN(startedMs)) throw new Error('Asterisk did not say when it was started.');
  return startedMs;
}

/** Whether this process created the channel. @throws if Asterisk does not say */
export async function isOwnChannel({ ari, events }: Gateway, id: string): Promise<boolean> {
  const path = ariPath('channels', id, 'variable');
  const { status, body } = await ari.request({ method: 'GET', path, query: { variable: ownerVariable } });
  if (status === 404) return false;
  if (status !== 200) throw new Error(`Asterisk did not read a variable of a channel: ${status}.`);
  return variableSchema.safeParse(body).data?.value === events.app;
}

/** Asks Asterisk to end a channel: it cancels a call that rings. @returns whether the channel is gone already */
async function hangUpOnce(ari: Ari, id: string): Promise<boolean> {
  const { status } = await ari.request({ method: 'DELETE', path: ariPath('channels', id) });
  if (status >= 300 && status !== 404) throw new Error(`Asterisk did not hang up a channel: ${status}.`);
  return status === 404;
}

const [firstRetryMs, lastRetryMs] = [50, 5_000];

type Ender = Pick<Gateway, 'ari' | 'logger' | 'isClosed' | 'endings'>;

/**
 * Ends a channel, and repeats that until it is gone: a call that hangs on would hold a person's line.
 * @returns `gone`, or `unknown` when the time is over; the limit of the channel itself ends it then
 */
export function hangUpChannel(gateway: Ender, id: string, withinMs: number): Promise<'gone' | 'unknown'> {
  const ending = repeatHangUp(gateway, id, withinMs).finally(() => gateway.endings.delete(ending));
  gateway.endings.add(ending);
  return ending;
}

async function repeatHangUp(
  { ari, logger, isClosed }: Ender,
  id: string,
  withinMs: number,
): Promise<'gone' | 'unknown'> {
  const untilMs = performance.now() + withinMs;
  for (let failures = 0; performance.now() < untilMs && !isClosed(); failures++) {
    try {
      if (await hangUpOnce(ari, id)) return 'gone';
    } catch (error) {
      logger?.warn({ err: error, callId: id }, 'asterisk.hang_up_failed');
    }
    await sleep(Math.min(lastRetryMs, firstRetryMs * 2 ** failures), undefined, { ref: !isClosed() });
  }
  return 'unknown';
}

/** Removes the bridge and the media channel of an attempt. They cost memory only, so it is tried once. */
export async function removeMedia({ ari, logger }: Pick<Gateway, 'ari' | 'logger'>, key: string): Promise<void> {
  const { media, bridge } = idsOf(key);
  const paths = [ariPath('channels', media), ariPath('bridges', bridge)];
  for (const path of paths)
    await ari.request({ method: 'DELETE', path }).catch((error: unknown) => {
      logger?.warn({ err: error, callId: key }, 'asterisk.media_not_removed');
    });
}

/** @throws with what Asterisk answered, unless that was a success */
export function expectSuccess({ status, body }: AriAnswer, what: string): void {
  if (status < 300) return;
  const { data } = z.object({ message: z.string() }).safeParse(body);
  throw new Error(`Asterisk refused to ${what}: ${status}${data === undefined ? '' : ` ${data.message}`}.`);
}
