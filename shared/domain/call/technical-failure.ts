import type { EndedReason, TechnicalFailure } from './call';
import type { EndedDetail } from './line';

/**
 * Details that say something of the contact, of one number or of our caller ID, or that we caused ourselves. The line
 * works: however many numbers are busy or invalid, they are no failure of a trunk.
 */
const notOfLine: readonly EndedDetail[] = [
  'busy',
  'declined',
  'unwanted',
  'blocked',
  'no_answer',
  'unreachable',
  'invalid_number',
  'answering_machine',
  'stopped',
];

/** True for a detail that blames the line, or the trunk. */
export const isFaultOfLine = (detail: EndedDetail): boolean => !notOfLine.includes(detail);

/** How a dialed call ended, as its provider reports it. */
interface DialedEnd {
  reason: EndedReason;
  detail?: EndedDetail | undefined;
  /** Set if the connection or the provider failed. */
  error?: string | undefined;
}

/**
 * The technical failure that ended a call, for the circuit breaker of its campaign; `undefined` if nothing failed. The
 * detail decides if the line gave one.
 * @param rang it rang, or was answered
 */
export function failureOf({ reason, detail, error }: DialedEnd, rang: boolean): TechnicalFailure | undefined {
  if (detail !== undefined) {
    if (!isFaultOfLine(detail)) return undefined;
    return rang || detail === 'media_lost' ? 'connection_failed' : 'provider_refused';
  }
  if (error === undefined) return undefined;
  return reason === 'assistant_error' ? 'assistant_failed' : 'connection_failed';
}
