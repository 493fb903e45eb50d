import { maxPageSize } from '../../../shared/contracts/parameters';
import type { ListSuppressionsQuery } from '../../../shared/contracts/suppression.schema';
import type { Suppression } from '../../../shared/domain/suppression/suppression';
import type { ApiDeps } from '../http/deps';
import { linkToNextPage } from '../http/next-page';
import type { Reply } from '../http/route';
import { toSuppressionBody } from './presenter';
import { resolveScope, type ScopedRequest } from './scope';

/** The cursor names a position and not an entry, so that a list goes on behind one that was removed. */
const toCursor = ({ CreatedMS, ID }: Suppression): string => `${CreatedMS}-${ID}`;
function fromCursor(text: string): Pick<Suppression, 'ID' | 'CreatedMS'> {
  const at = text.indexOf('-');
  return { CreatedMS: Number(text.slice(0, at)), ID: text.slice(at + 1) };
}

/** Lists entries that hold, newest first: those of a campaign, or those of the organization and all of its campaigns. */
export async function listSuppressions(
  request: ScopedRequest<unknown, ListSuppressionsQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const { query, orgId, scopes } = request;
  const scope = await resolveScope(request, deps);
  const { reason, limit = maxPageSize, campaign: campaignId = scope.campaignId } = query;
  const after = query.after === undefined ? undefined : fromCursor(query.after);
  const filter = { orgId, campaignId, reason, after };
  const found = await deps.store.suppressions.list(filter, deps.nowMs(), limit + 1);
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  const NextAfter = found.length > limit && last !== undefined ? toCursor(last) : undefined;
  const path = scope.campaignId === undefined ? '' : `/campaigns/${scope.campaignId}`;
  const headers = linkToNextPage(NextAfter !== undefined, `${deps.publicUrl}${path}/suppressions`, {
    ...query,
    after: NextAfter,
  });
  const Suppressions = entries.map((entry) => toSuppressionBody(entry, scopes));
  return { status: 200, headers, body: { Suppressions, NextAfter } };
}
