import type { operations } from '../schema.ts';
import type { JobsExportQuery } from '../types.ts';

type WireQuery = NonNullable<operations['listJobs']['parameters']['query']>;
const formatInstant = (at: Date | string): string => (typeof at === 'string' ? at : at.toISOString());

/** The query as it is sent. @throws {TypeError} for a list of no states: left out, it would stand for all of them */
export function toWireQuery({ state, created_after, created_before, ...rest }: JobsExportQuery): WireQuery {
  const states = state === undefined ? undefined : typeof state === 'string' ? [state] : [...state];
  if (states?.length === 0) throw new TypeError('Expected a state, or none at all to mean every state.');
  return {
    ...rest,
    ...(states === undefined ? {} : { state: states }),
    ...(created_after === undefined ? {} : { created_after: formatInstant(created_after) }),
    ...(created_before === undefined ? {} : { created_before: formatInstant(created_before) }),
  };
}
