import type { ApiDeps } from '../http/deps';
import type { Reply } from '../http/route';
import { type OneImport, findImport } from './find-import';
import { toImportBody } from './presenter';

export async function getImport(request: OneImport, deps: ApiDeps): Promise<Reply> {
  const bulkImport = await findImport(request, deps);
  const { counts } = await deps.counts.byImport(bulkImport);
  return { status: 200, body: toImportBody(bulkImport, counts, deps.nowMs()) };
}
