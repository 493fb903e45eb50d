import { lostAfterMs } from '../../../shared/adapters/mongo/workers.repository';
import type { TrunkListBody } from '../../../shared/contracts/operations-response.schema';
import { summarizeTrunks } from '../../../shared/domain/campaign/trunk-state';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';

/** Lists the trunks of the deployment, as its workers see them. */
export async function listTrunks(_request: ApiRequest<never>, { store, nowMs }: ApiDeps): Promise<Reply> {
  const now = nowMs();
  const workers = await store.workers.list();
  // Workers of earlier versions report none.
  const reports = workers.filter(({ BeatMS }) => now - BeatMS <= lostAfterMs).map(({ Trunks = [] }) => Trunks);
  return { status: 200, body: { Trunks: summarizeTrunks(reports) } satisfies TrunkListBody };
}
