import { z } from 'zod';
import type { Route } from './route';

/** The query parameters that take the place of the `Authorization` header. */
export const keyParameter = 'apiKey';
export const ticketParameter = 'ticket';

/**
 * The query of routes for clients that cannot send headers, such as media players: a one-use ticket, or the API key
 * itself.
 */
export const keyQuerySchema = z.strictObject({
  [keyParameter]: z.string().optional(),
  [ticketParameter]: z.string().optional(),
});

/** The query of routes that accept a one-use ticket, but not the API key. */
export const ticketQuerySchema = z.strictObject({ [ticketParameter]: z.string().optional() });

const accepts = ({ query }: Route, parameter: string): boolean =>
  query instanceof z.ZodObject && parameter in query.shape;
export const acceptsQueryKey = (route: Route): boolean => accepts(route, keyParameter);
export const acceptsTicket = (route: Route): boolean => accepts(route, ticketParameter);

/** What a request carries in its query in place of the header. */
export interface QueryCredentials {
  apiKey?: string | undefined;
  ticket?: string | undefined;
}

/** Selects the credentials of a parsed query. A repeated parameter is ignored. */
export function queryCredentials(read: (name: string) => unknown): QueryCredentials {
  const text = (name: string): string | undefined => {
    const value = read(name);
    return typeof value === 'string' ? value : undefined;
  };
  return { apiKey: text(keyParameter), ticket: text(ticketParameter) };
}
