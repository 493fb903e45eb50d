import { setTimeout as sleep } from 'node:timers/promises';
import { isFinal, type TwilioCall, type TwilioClient } from './client';
import { TwilioRefusedError } from './errors';

/** The pauses between attempts to end a call, in ms. A limit on its length, which Twilio keeps, ends it at last. */
const pausesMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** Whether a request to end a call was refused because the call is over. */
const saysOver = (error: unknown): boolean =>
  error instanceof TwilioRefusedError &&
  error.retryAfterMs === undefined &&
  error.status >= 400 &&
  ![401, 403].includes(error.status);

/**
 * Ends a call, in whatever state it is. To ask again is harmless, so it is repeated until Twilio has answered.
 * @returns the call as Twilio then shows it; `undefined` if Twilio does not know it, or says that it is over
 * @throws the last error, if no attempt succeeded
 */
export async function endCall(
  client: Pick<TwilioClient, 'end'>,
  sid: string,
  pauses: readonly number[] = pausesMs,
): Promise<TwilioCall | undefined> {
  for (const pauseMs of [...pauses, undefined]) {
    try {
      return await client.end(sid, 'completed');
    } catch (error) {
      if (saysOver(error)) return undefined;
      if (pauseMs === undefined) throw error;
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
  return undefined;
}

/**
 * Ends a call that no process handles, and reads how it ended.
 * @returns the call before it was ended: a final status is the end that it had already
 * @throws if Twilio does not answer
 */
export async function endOrphan(
  client: Pick<TwilioClient, 'get' | 'end'>,
  sid: string,
  pauses?: readonly number[],
): Promise<TwilioCall | undefined> {
  const found = await client.get(sid);
  if (found !== undefined && !isFinal(found.status)) await endCall(client, sid, pauses);
  return found;
}
