import { createHmac } from 'node:crypto';
import { request } from 'undici';
import type { Faults } from './phone';

/** How long a callback is late that comes out of order, in ms. */
const lateMs = 250;

/** Signs as Twilio documents it: the URL, then the parameters sorted by name, with the token of the account. */
export const sign = (authToken: string, url: string, form: Record<string, string> = {}): string =>
  createHmac('sha1', authToken)
    .update(
      url +
        Object.keys(form)
          .sort()
          .map((name) => name + (form[name] ?? ''))
          .join(''),
    )
    .digest('base64');

/** Posts the callbacks of one call, as its faults say. */
export function createCallbacks(authToken: string, faults: Faults) {
  const sent: Promise<number>[] = [];
  const urls: string[] = [];
  const post = async (url: string, form: Record<string, string>): Promise<number> => {
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'x-twilio-signature': sign(authToken, url, form),
          'user-agent': 'TwilioProxy/1.1',
        },
        body: new URLSearchParams(form).toString(),
      });
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return 0;
    }
  };
  return {
    /** The statuses of the answers; 0 if there was none. */
    statuses: () => Promise.all(sent),
    /** Where requests went, arrived or not. */
    urls: (): readonly string[] => urls,
    send: (url: string, event: string, form: Record<string, string>): void => {
      urls.push(url);
      const how = faults.callbacks?.(event) ?? 'sent';
      if (how === 'lost') return;
      if (how === 'late') {
        sent.push(new Promise((resolve) => void setTimeout(() => void post(url, form).then(resolve), lateMs).unref()));
        return;
      }
      sent.push(post(url, form));
      if (how === 'twice') sent.push(post(url, form));
    },
  };
}
