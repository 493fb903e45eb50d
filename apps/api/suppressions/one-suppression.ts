import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { Reply } from '../http/route';
import { toSuppressionBody } from './presenter';
import { refuseFormerSpelling, resolveScope, type NumberRequest } from './scope';

/** The entry of a number in exactly the scope of the path. */
export async function getSuppression(request: NumberRequest, deps: ApiDeps): Promise<Reply> {
  const scope = await resolveScope(request, deps);
  const { phoneNumber } = request.params;
  const entry = await deps.store.suppressions.find(scope, phoneNumber, deps.nowMs());
  if (entry === undefined) await refuseFormerSpelling(phoneNumber);
  if (entry === undefined) throw new ProblemError('suppression_not_found');
  return { status: 200, body: toSuppressionBody(entry, request.scopes) };
}

/** Lets a number be called again, as far as exactly this scope is concerned. Idempotent. */
export async function removeSuppression(request: NumberRequest, deps: ApiDeps): Promise<Reply> {
  const { store, nowMs } = deps;
  const { phoneNumber } = request.params;
  const scope = await resolveScope(request, deps);
  const entry = await store.suppressions.find(scope, phoneNumber, nowMs());
  if (entry === undefined) {
    await refuseFormerSpelling(phoneNumber);
    return { status: 200, body: { Removed: false } };
  }
  const target = { SuppressionID: entry.ID, CampaignID: scope.campaignId };
  const Details = { Reason: entry.Reason, Source: entry.Source };
  await audit(request, { Action: 'suppression.removed', ...target, Details }, deps);
  return { status: 200, body: { Removed: await store.suppressions.remove(scope, phoneNumber, nowMs()) } };
}
