import type { IncomingHttpHeaders } from 'node:http';
import { ProblemError } from './problem';

type Headers = Pick<IncomingHttpHeaders, 'origin' | 'host'> & { 'sec-fetch-site'?: unknown };

/** Whether the page that sends the request is this service's. @param publicUrl where clients reach the API */
function isOwnOrigin({ origin, host }: Headers, publicUrl: string): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.origin === new URL(publicUrl).origin || page.host === host?.toLowerCase();
}

const crossSite = (): ProblemError =>
  new ProblemError('cross_site_request', {
    detail: 'A session serves the pages of this service only. Other programs send an API key.',
  });

/**
 * Refuses a request that another site had a browser send, with the cookie of the session. Browsers set both headers
 * themselves; pages cannot.
 * @throws {ProblemError} 403
 */
export function requireSameOrigin(headers: Headers, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? isOwnOrigin(headers, publicUrl) : site === 'same-origin') return;
  throw crossSite();
}

/**
 * The same for requests that change nothing: a link or a download that a person opens is allowed too. What a page of
 * another origin of the same site embeds is not.
 * @throws {ProblemError} 403
 */
export function refuseCrossSiteRead({ 'sec-fetch-site': site }: Headers): void {
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  throw crossSite();
}

/** The same for websockets, of which any page may open one to any host. @throws {ProblemError} 403 */
export function requireOwnOrigin(headers: Headers, publicUrl: string): void {
  if (!isOwnOrigin(headers, publicUrl)) throw crossSite();
}
