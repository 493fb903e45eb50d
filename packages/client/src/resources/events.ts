import { followEvents, type FollowOptions } from '../follow-events.ts';
import type { Transport } from '../transport.ts';
import type { EventsQuery } from '../types.ts';

/** What happens, as it happens. */
export const createEvents = ({ baseUrl, authorization }: Transport) => ({
  /**
   * Every event from now on, or behind `lastEventId`, as it happens: each once, those of a job in order. Lost connections
   * are opened again. Throws `OutdialError` when the API rejects the request, such as for a revoked key.
   */
  stream: (query: EventsQuery = {}, options: FollowOptions = {}) =>
    followEvents({ baseUrl, headers: authorization }, query, options),
});
