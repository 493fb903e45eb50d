import type { operations } from '../schema.ts';
import type { JobsExportQuery } from '../types.ts';

type WireQuery = NonNullable<operations['listJobs']['parameters']['query']>;
const formatInstant = (at: Date | string): string => (typeof at === 'string' ? at : at.toISOString());

/**
 * Converts a query to its wire format. @throws {TypeError} for an empty list of states, which on the wire would mean
 * all
 */
export function toWireQuery({ state, created_after, created_before, ...rest }: JobsExportQuery): WireQuery {
  const states = state === undefined ? undefined : typeof state === 'string' ? [state] : [...state];
  if (states?.length === 0) throw new TypeError('Expected at least one state; omit `state` for all states.');
  return {
    ...rest,
    ...(states === undefined ? {} : { state: states }),
    ...(created_after === undefined ? {} : { created_after: formatInstant(created_after) }),
    ...(created_before === undefined ? {} : { created_before: formatInstant(created_before) }),
  };
}
