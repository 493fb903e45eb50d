import { audit } from '../audit/audit';
import type { ApiDeps } from '../deps';
import { ProblemError } from '../middleware/problem';
import type { ApiRequest, Reply } from '../routing/route';
import { findImport } from './read-imports';

/** Writes the wish to make no more jobs, and with `jobs=1` the wish to end those that were made; the import's workflow sees to both. */
export async function cancelImport(
  request: ApiRequest<'importID', unknown, { jobs?: boolean | undefined }>,
  deps: ApiDeps,
): Promise<Reply> {
  const { store, flows, logger, nowMs } = deps;
  const standing = await findImport(request, deps);
  const key = { orgId: request.orgId, importId: standing.ID };
  await audit(request, { Action: 'import.canceled', CampaignID: standing.CampaignID, ImportID: standing.ID }, deps);
  const asked = await store.imports.requestCancel(key, nowMs());
  const jobsToo = request.query.jobs === true;
  if (!asked && !jobsToo && standing.State !== 'canceled') {
    const { State } = await findImport(request, deps);
    if (State !== 'canceled') throw new ProblemError('import_not_running', { detail: `The import is ${State}.` });
  }
  if (jobsToo) {
    await store.imports.requestJobsCancel(key, nowMs());
    flows.startImport(standing).catch((error: unknown) => {
      logger.warn({ importId: standing.ID, err: error }, 'import.start_deferred');
    });
  }
  const { ID, State } = await findImport(request, deps);
  return { status: 202, body: { ImportID: ID, State } };
}
