import type { OverdueBody } from '../../../shared/contracts/operations-response.schema';
import type { ApiDeps } from '../http/deps';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';

const maxOfKind = 100;

/** Lists the overdue work of the deployment. */
export async function listOverdue(_request: ApiRequest<never>, { store, nowMs }: ApiDeps): Promise<Reply> {
  const items = await store.overdue.list(nowMs(), maxOfKind);
  const body = { Overdue: items.map(({ DueMS, ...item }) => ({ ...item, DueAt: toRfc3339(DueMS) })) };
  return { status: 200, body: body satisfies OverdueBody };
}
