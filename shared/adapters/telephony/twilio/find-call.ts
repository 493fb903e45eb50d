import type { LoggedTwilioCall, TwilioCallLog } from './call-log';
import { isFinal, type TwilioClient } from './client';
import type { LineUrls } from './line-urls';

/** The clocks of both sides may differ by this much, and Twilio's times are whole seconds. */
const clockToleranceMs = 5_000;

/** What finding a call needs. */
export interface FindDeps {
  client: Pick<TwilioClient, 'list' | 'hasRequested'>;
  log: Pick<TwilioCallLog, 'find' | 'findSids'>;
  urls: Pick<LineUrls, 'format'>;
}

/** The part that all addresses of one call have: nothing else of the account has its token. */
function tokenOf(urls: FindDeps['urls'], attemptKey: string): string {
  const { pathname } = new URL(urls.format({ attemptKey, purpose: 'status' }));
  return pathname.slice(0, pathname.lastIndexOf('/') + 1);
}

/**
 * Looks for the living call of an attempt whose request got no answer: the callbacks of the call carry its key, so the log
 * has its id as soon as one arrived. Otherwise the calls between the same numbers are listed, without those of other
 * attempts, and the one for which Twilio has sent a request to an address with the attempt's token is it: also if none
 * arrived. They are not filtered by `StartTime`, which is empty while a call is queued.
 * @returns `undefined` if there is none: another application of the account may call the same person
 * @throws if Twilio or the log does not answer
 */
export async function findSid(attempt: LoggedTwilioCall, { client, log, urls }: FindDeps): Promise<string | undefined> {
  const known = (await log.find(attempt.attemptKey))?.sid;
  if (known !== undefined || attempt.numbers === undefined) return known;
  const listed = await client.list(attempt.numbers);
  const sinceMs = attempt.startedMs - clockToleranceMs;
  const living = listed.filter(({ status, createdMs }) => !isFinal(status) && (createdMs ?? 0) >= sinceMs);
  const others = await log.findSids(living.map(({ sid }) => sid));
  const token = tokenOf(urls, attempt.attemptKey);
  for (const { sid } of living) if (!others.has(sid) && (await client.hasRequested(sid, token))) return sid;
  return undefined;
}
