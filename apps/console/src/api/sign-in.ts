import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http, send } from './client';
import { ApiError } from './errors';
import type { Me } from './session';

/** A key, or the ticket of a sign-in link. */
export type Credential = { key: string } | { ticket: string };

/** Who is signed in, as a query; `null` is no session. */
export const meOptions = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    try {
      const { data } = await http.GET('/me');
      return data ?? null;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** Starts a session, and forgets what an earlier one has shown. @throws {ApiError} if the key or the ticket is refused */
export async function signIn(client: QueryClient, credential: Credential): Promise<void> {
  const isKey = 'key' in credential;
  const query = isKey ? '' : `?ticket=${encodeURIComponent(credential.ticket)}`;
  let headers = {};
  if (isKey) {
    // A header holds visible ASCII only; fetch would throw for anything else.
    if (!/^[\x21-\x7e]+$/.test(credential.key)) throw new ApiError(401, { detail: 'Unknown API key.' });
    headers = { authorization: `Bearer ${credential.key}` };
  }
  const response = await send(new Request(`/session${query}`, { method: 'POST', headers }));
  client.removeQueries({ type: 'inactive' });
  client.setQueryData(meOptions.queryKey, (await response.json()) as Me);
}

/** Ends the session, here and in the service. */
export async function signOut(client: QueryClient): Promise<void> {
  await send(new Request('/session', { method: 'DELETE' }));
  await client.resetQueries({ queryKey: meOptions.queryKey });
}

/** Takes the ticket of a sign-in link out of the address, so that it is in no history and no bookmark. */
export function takeTicket(): string | undefined {
  const given = new URLSearchParams(window.location.hash.slice(1)).get('ticket') ?? undefined;
  if (given !== undefined) window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return given;
}
