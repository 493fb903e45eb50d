import { createHmac, timingSafeEqual } from 'node:crypto';

/** The parameters of a form; a name may have several values. */
export type FormParameters = Readonly<Record<string, string | readonly string[]>>;

/**
 * Computes the signature of a request that Twilio sends: HMAC-SHA1, with the account's token, of the URL and, for a form, of
 * its parameters, sorted by name.
 * @param url as it was given to Twilio, with the query
 */
export function signatureOf(authToken: string, url: string, parameters: FormParameters = {}): string {
  const names = Object.keys(parameters).sort();
  const text = names.reduce((all, name) => `${all}${writeParameter(name, parameters[name] ?? '')}`, url);
  return createHmac('sha1', authToken).update(Buffer.from(text, 'utf8')).digest('base64');
}

/** Values that are repeated are signed once, sorted. */
const writeParameter = (name: string, value: string | readonly string[]): string =>
  typeof value === 'string'
    ? `${name}${value}`
    : [...new Set(value)].sort().reduce((all, one) => `${all}${name}${one}`, '');

/**
 * Whether Twilio signed a request. It may sign the URL with the default port or without it, and that of a websocket with a
 * slash at its end, whatever it was given.
 * @param url the public one: that of the `Host` header may be anything
 * @param given the `X-Twilio-Signature` header
 */
export function verifySignature(
  authToken: string,
  given: string | undefined,
  { url, parameters = {} }: { url: string; parameters?: FormParameters | undefined },
): boolean {
  if (given === undefined) return false;
  const signature = Buffer.from(given);
  return signedForms(url).some((form) => {
    const expected = Buffer.from(signatureOf(authToken, form, parameters));
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  });
}

const defaultPorts: Readonly<Record<string, string>> = { 'https:': '443', 'wss:': '443', 'http:': '80', 'ws:': '80' };

/** The ways in which the URL may have been signed. */
function signedForms(url: string): string[] {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const at = (host: string): string => `${protocol}//${host}${pathname}${search}`;
  const forms = [url, at(hostname), at(`${hostname}:${port === '' ? (defaultPorts[protocol] ?? '') : port}`)];
  return protocol.startsWith('ws') ? [...forms, ...forms.map((form) => `${form}/`)] : forms;
}
