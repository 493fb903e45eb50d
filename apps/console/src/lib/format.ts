const numbers = new Intl.NumberFormat();
const percents = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** A count by the browser's locale. */
export const formatNumber = (value: number): string => numbers.format(value);

/** @param ratio from 0 to 1 */
export const formatPercent = (ratio: number): string => percents.format(ratio);

/** Seconds as `m:ss` or `h:mm:ss`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

const timeOptions = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** An instant in a zone, by the browser's locale, with the zone's short name. @param zone IANA name; by default the browser's */
export function formatInstant(ms: number, zone?: string): string {
  const options: Intl.DateTimeFormatOptions = {
    ...timeOptions,
    weekday: 'short',
    year: 'numeric',
    timeZoneName: 'short',
  };
  return new Intl.DateTimeFormat(undefined, zone === undefined ? options : { ...options, timeZone: zone }).format(ms);
}

/** An instant as a table has it: without the weekday and without this year, and with the zone only if it is another one. */
export function formatShortInstant(ms: number, zone?: string): string {
  const isThisYear = new Date(ms).getFullYear() === new Date().getFullYear();
  const options: Intl.DateTimeFormatOptions = {
    ...timeOptions,
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...(zone === undefined ? {} : { timeZone: zone, timeZoneName: 'short' }),
  };
  return new Intl.DateTimeFormat(undefined, options).format(ms);
}

const daySeconds = 86_400;

/** An instant at the axis of a chart: its day, or its hour. @param stepSeconds to the next one @param zone IANA name; by default the browser's */
export function formatTick(ms: number, stepSeconds: number, zone?: string): string {
  const timeZone = zone === undefined ? {} : { timeZone: zone };
  const options: Intl.DateTimeFormatOptions =
    stepSeconds >= daySeconds ? { month: 'short', day: 'numeric' } : { hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat(undefined, { ...options, ...timeZone }).format(ms);
}

/** `camelCase` and `snake_case` codes as words: `max_attempts_exceeded` becomes `max attempts exceeded`. */
export const words = (code: string): string => code.replaceAll('_', ' ');

/** The instant as a `datetime-local` field holds it, in the browser's zone. */
export function toLocalField(ms: number): string {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of a `datetime-local` field, in ms; `undefined` if it is empty. */
export const fromLocalField = (text: string): number | undefined =>
  text === '' ? undefined : new Date(text).getTime();
