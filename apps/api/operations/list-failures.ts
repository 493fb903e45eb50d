import type { FailuresBody, FailuresQuery } from '../../../shared/contracts/operations-response.schema';
import { groupFailures } from '../../../shared/domain/call/group-failures';
import type { ApiDeps } from '../http/deps';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';

const dayMs = 86_400_000;
const maxCalls = 1_000;

/** Groups the technical failures of the organization's calls. */
export async function listFailures(
  { orgId, query }: ApiRequest<never, unknown, FailuresQuery>,
  { store, nowMs }: ApiDeps,
): Promise<Reply> {
  const fromMs = query.from ?? nowMs() - dayMs;
  const campaignIds = await store.campaigns.listIds(orgId);
  const calls = await store.calls.listFailed(campaignIds, { endedFromMs: fromMs, limit: maxCalls + 1 });
  const body = {
    From: toRfc3339(fromMs),
    Complete: calls.length <= maxCalls,
    Failures: groupFailures(calls.slice(0, maxCalls)).map(({ FirstMS, LastMS, ...group }) => ({
      ...group,
      FirstAt: toRfc3339(FirstMS),
      LastAt: toRfc3339(LastMS),
    })),
  };
  return { status: 200, body: body satisfies FailuresBody };
}
