import type { IncomingMessage } from 'node:http';
import { ProblemError } from './problem';

export const unauthenticated = () =>
  new ProblemError('unauthenticated', {
    detail: 'Send the API key as "Authorization: Bearer <key>".',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** The key of a request: the bearer's, or else the one in the query, which only some paths look at. */
export function requestKey(req: IncomingMessage, queryKey?: string | null): string | undefined {
  const { authorization } = req.headers;
  if (authorization === undefined) return queryKey ?? undefined;
  return /^bearer +(\S+)$/i.exec(authorization)?.[1];
}
