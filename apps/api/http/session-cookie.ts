import type { IncomingHttpHeaders } from 'node:http';

/**
 * The name of the cookie that holds the session's token. Browsers accept the prefix only with `Secure`, `Path=/` and
 * without a domain, so no other host and no unencrypted page can set or overwrite the cookie.
 */
export const secureCookieName = '__Host-outdial-session';
/** For a service without TLS on this machine, where not every browser accepts `Secure`. */
const plainCookieName = 'outdial-session';

/** Whether clients reach the API over TLS. The process itself never sees TLS: a proxy ends it. */
const isSecure = (publicUrl: string): boolean => /^https:/i.test(publicUrl);
const cookieName = (publicUrl: string): string => (isSecure(publicUrl) ? secureCookieName : plainCookieName);

/** The session's token in a request. A cookie that is sent twice is ignored: one of them is not ours. */
export function sessionTokenOf({ cookie = '' }: Pick<IncomingHttpHeaders, 'cookie'>, publicUrl: string) {
  const prefix = `${cookieName(publicUrl)}=`;
  const found = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix));
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined;
}

const setCookie = (token: string, maxAgeSeconds: number, publicUrl: string): string =>
  [
    `${cookieName(publicUrl)}=${token}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ].join('; ');

/** The `Set-Cookie` header that signs a browser in. @param lifetimeMs in which the session expires */
export const sessionCookie = (token: string, lifetimeMs: number, publicUrl: string): string =>
  setCookie(token, Math.max(0, Math.floor(lifetimeMs / 1_000)), publicUrl);

/** The `Set-Cookie` header that signs a browser out. */
export const endedSessionCookie = (publicUrl: string): string => setCookie('', 0, publicUrl);

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Whether a session's token travels encrypted, or not over a network at all. @param host the request's `Host`
 */
export const canHoldSession = (host: string | undefined, publicUrl: string): boolean =>
  isSecure(publicUrl) || loopbackHost.test(host ?? '');
