import type { LoggedTwilioCall, TwilioCallLog } from './call-log';
import { isFinal, type TwilioClient } from './client';

/** The clocks of both sides may differ by this much, and Twilio's times are whole seconds. */
const clockToleranceMs = 5_000;

/**
 * Looks for the living call of an attempt whose request got no answer: the callbacks of the call carry its key, so the log
 * has its id as soon as one arrived. Otherwise the calls between the same numbers are listed, without those of other
 * attempts. They are not filtered by `StartTime`, which is empty while
 * a call is queued.
 * @returns `undefined` if there is none, or more than one may be meant: another person's call must not be ended
 * @throws if Twilio or the log does not answer
 */
export async function findSid(
  attempt: LoggedTwilioCall,
  { client, log }: { client: Pick<TwilioClient, 'list'>; log: Pick<TwilioCallLog, 'find' | 'findSids'> },
): Promise<string | undefined> {
  const known = (await log.find(attempt.attemptKey))?.sid;
  if (known !== undefined || attempt.numbers === undefined) return known;
  const listed = await client.list(attempt.numbers);
  const sinceMs = attempt.startedMs - clockToleranceMs;
  const living = listed.filter(({ status, createdMs }) => !isFinal(status) && (createdMs ?? 0) >= sinceMs);
  const others = await log.findSids(living.map(({ sid }) => sid));
  const found = living.filter(({ sid }) => !others.has(sid));
  return found.length === 1 ? found[0]?.sid : undefined;
}
