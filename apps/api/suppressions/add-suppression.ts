import type { AddSuppression } from '../../../shared/contracts/suppression.schema';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { invalidBody } from '../http/problem';
import type { Reply } from '../http/route';
import { toWarnings } from '../http/warnings';
import { toSuppressionBody } from './presenter';
import { createEntryCheck, resolveScope, type ScopedRequest } from './scope';

const unassigned = {
  pointer: '/PhoneNumber',
  detail: 'This number is in no numbering plan, so hardly any job can have it. Check its spelling.',
};

/** Suppresses a number. Idempotent: an entry that holds at least as long stays as it is. */
export async function addSuppression(request: ScopedRequest<AddSuppression>, deps: ApiDeps): Promise<Reply> {
  const { store } = deps;
  const { PhoneNumber, Reason = 'opted_out', Note, Until, Source = 'api' } = request.body;
  const scope = await resolveScope(request, deps);
  const nowMs = deps.nowMs();
  // For a replay the entry decides: the instant may have passed since.
  const check = await createEntryCheck(nowMs);
  const problems = request.isReplay ? [] : check.findProblems(request.body);
  if (problems.length > 0) throw invalidBody(problems);
  const ID = await store.suppressions.idOf(scope, PhoneNumber);
  const target = { SuppressionID: ID, CampaignID: scope.campaignId };
  const Details = { Reason, ...(Until === undefined ? {} : { Until }) };
  await audit(request, { Action: 'suppression.added', ...target, Details }, deps);
  const UntilMS = Until === undefined ? undefined : Date.parse(Until);
  const entry = { Reason, Source, KeyID: request.keyId, Note, CreatedMS: nowMs, UntilMS };
  const [result] = await store.suppressions.add(scope, [{ ...entry, phoneNumber: PhoneNumber }], nowMs);
  const stored = await store.suppressions.find(scope, PhoneNumber, nowMs);
  const body = {
    ...toSuppressionBody(stored ?? { ...entry, ID, CampaignID: scope.campaignId }, request.scopes),
    ...toWarnings(check.isUnassigned(PhoneNumber) ? [unassigned] : []),
  };
  return { status: result === 'added' ? 201 : 200, body };
}
