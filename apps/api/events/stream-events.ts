import type { StreamEventsQuery } from '../../../shared/contracts/event.schema';
import { findCampaign } from '../campaigns/find-campaign';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { sessionTokenOf } from '../http/session-cookie';
import { parseLastEventId } from './frames';

/** Without these, proxies and compressing middleware hold events back. */
const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Sends the events of the organization as they happen. */
export async function streamEvents(
  request: ApiRequest<never, unknown, StreamEventsQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const { orgId, keyId, query, campaignIds: allowed } = request;
  const lastEventId = request.header('last-event-id');
  if (lastEventId !== undefined) parseLastEventId(lastEventId);
  for (const campaignId of query.campaign ?? []) {
    // A campaign that the key may not access is answered like a missing one.
    if (allowed?.includes(campaignId) === false) throw new ProblemError('campaign_not_found');
    await findCampaign({ orgId, campaignId }, deps);
  }
  const campaignIds = query.campaign ?? allowed;
  const filter = { campaignIds, jobIds: query.job, kinds: query.kind };
  const cookie = { cookie: request.header('cookie') };
  const sessionToken = request.session && sessionTokenOf(cookie, deps.publicUrl);
  const stream = () => deps.eventStreams.open({ orgId, keyId, sessionToken, ...filter, lastEventId });
  return { status: 200, headers, body: undefined, stream };
}
