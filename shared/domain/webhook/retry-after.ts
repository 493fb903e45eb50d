/** `120` */
const seconds = /^\d{1,15}$/;
/** An HTTP date (RFC 9110) in the only format still in use: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const date =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Parses a `Retry-After` header.
 * @param header anything but whole seconds or an HTTP date is ignored
 * @returns milliseconds from now, never negative, or `undefined`
 */
export function parseRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (seconds.test(text)) return Number(text) * 1000;
  if (!date.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
