import { lostAfterMs, type WorkerRecord } from '../../../shared/adapters/mongo/workers.repository';
import type { WorkerBody } from '../../../shared/contracts/worker-response.schema';
import type { ApiDeps } from '../http/deps';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';

/** Lists the worker processes of the deployment, which serve every organization. */
export async function listWorkers(_request: ApiRequest<never>, { store, nowMs }: ApiDeps): Promise<Reply> {
  const now = nowMs();
  const workers = await store.workers.list();
  return { status: 200, body: { Workers: workers.map((worker) => toWorkerBody(worker, now)) } };
}

const toWorkerBody = (
  { StartedMS, BeatMS, Draining, Queues, Trunks: _trunks, ...worker }: WorkerRecord,
  nowMs: number,
): WorkerBody => ({
  ...worker,
  Queues: [...Queues],
  State: nowMs - BeatMS > lostAfterMs ? 'lost' : Draining ? 'draining' : 'running',
  StartedAt: toRfc3339(StartedMS),
  LastBeatAt: toRfc3339(BeatMS),
});
