import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';

/** A ticket is used right after it is created, by a page or a player that cannot send headers. */
export const ticketLifetimeMs = 60_000;

type TicketRequest = ApiRequest<'campaignID' | 'jobID' | 'callID'>;

/**
 * Creates a ticket for one request to a path below a call.
 * @param subpath such as `recordings/merged.mp3`
 * @throws {ProblemError} 404 if the organization has no such call
 */
export async function createTicket(
  { params, orgId, keyId }: TicketRequest,
  subpath: string,
  { store, nowMs }: ApiDeps,
): Promise<Reply> {
  const { campaignID, jobID, callID } = params;
  const call = await store.calls.findInJob({ orgId, campaignId: campaignID, jobId: jobID, callId: callID });
  if (call === undefined) throw new ProblemError('call_not_found');
  const ExpiresMS = nowMs() + ticketLifetimeMs;
  const Path = `/campaigns/${campaignID}/jobs/${jobID}/calls/${callID}/${subpath}`;
  const Ticket = await store.tickets.create({ OrgID: orgId, KeyID: keyId, Path, ExpiresMS });
  return {
    status: 201,
    body: { Ticket, ExpiresAt: new Date(ExpiresMS).toISOString() },
    // A repeat may come from another API key, but the ticket acts as the one that created it.
    secretNotStored:
      'Only the first response contained the ticket. If it was lost, create another with another Idempotency-Key.',
  };
}
