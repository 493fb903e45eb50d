import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { audit } from '../audit/audit';
import { signInTicketLifetimeMs, signInTicketPath, signInUrl } from '../../../shared/domain/access/sign-in';
import { toRfc3339 } from '../http/rfc3339';
import { requireOwnKey } from './get-me';

/**
 * Creates a ticket that signs one browser in with the key of the request, once.
 * @throws {ProblemError} 401 if a session makes the request
 */
export async function createSignInTicket(request: ApiRequest<never>, deps: ApiDeps): Promise<Reply> {
  const { store, nowMs, publicUrl } = deps;
  const { ID, OrgID } = await requireOwnKey(request, deps);
  await audit(request, { Action: 'sign_in_ticket.created', KeyID: ID }, deps);
  const ExpiresMS = nowMs() + signInTicketLifetimeMs;
  const Ticket = await store.tickets.create({ OrgID, KeyID: ID, Path: signInTicketPath, ExpiresMS });
  return {
    status: 201,
    body: { Ticket, URL: signInUrl(publicUrl, Ticket), ExpiresAt: toRfc3339(ExpiresMS) },
    secretNotStored:
      'Only the first response contained the ticket. If it was lost, create another with another Idempotency-Key.',
  };
}
