import type { PatchOrganization } from '../../../shared/contracts/organization.schema';
import type { OwnControlState } from '../../../shared/domain/organization/control-state';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { requireOrganization, toOrganizationRecord } from './presenter';

export async function changeOrganization(request: ApiRequest<never, PatchOrganization>, deps: ApiDeps): Promise<Reply> {
  const { orgId, body } = request;
  const { State, ...settings } = body;
  const Details = { Fields: Object.keys(body), ...(State === undefined ? {} : { State }) };
  await audit(request, { Action: 'organization.changed', Details }, deps);
  if (State !== undefined) await changeState(orgId, State, deps);
  const changed =
    Object.keys(settings).length === 0
      ? await deps.store.organizations.find(orgId)
      : await deps.store.organizations.change(orgId, settings);
  const organization = requireOrganization(changed);
  if (body.CallerIDPacing !== undefined)
    await deps.store.callQuotas.setCallerLimits(orgId, organization.CallerIDPacing);
  return { status: 200, body: toOrganizationRecord(organization, deps.store.policyOf(organization)) };
}

async function changeState(orgId: string, State: OwnControlState, deps: ApiDeps): Promise<void> {
  const { store, nowMs, waitForHold } = deps;
  const before = await store.organizations.find(orgId);
  const change = () => store.organizations.setState(orgId, State, 'organization');
  const changed = State === 'active' ? store.jobs.releaseOrganization(orgId, nowMs(), change) : change();
  if ((await changed) === undefined) throw new ProblemError('organization_blocked');
  if (State !== 'active' && before?.State !== State) await waitForHold();
}
