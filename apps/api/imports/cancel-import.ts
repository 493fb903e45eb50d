import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { findImport } from './find-import';

/**
 * Records the cancel request, and with `jobs=1` a request to cancel the created jobs; the import's workflow carries out
 * both.
 */
export async function cancelImport(
  request: ApiRequest<'importID', unknown, { jobs?: boolean | undefined }>,
  deps: ApiDeps,
): Promise<Reply> {
  const { store, workflows, logger, nowMs } = deps;
  const current = await findImport(request, deps);
  const key = { orgId: request.orgId, importId: current.ID };
  await audit(request, { Action: 'import.canceled', CampaignID: current.CampaignID, ImportID: current.ID }, deps);
  const requested = await store.imports.requestCancel(key, nowMs());
  const cancelJobs = request.query.jobs === true;
  if (!requested && !cancelJobs && current.State !== 'canceled') {
    const { State } = await findImport(request, deps);
    if (State !== 'canceled') throw new ProblemError('import_not_running', { detail: `The import is ${State}.` });
  }
  if (cancelJobs) {
    await store.imports.requestJobsCancel(key, nowMs());
    workflows.startImport(current).catch((error: unknown) => {
      logger.warn({ importId: current.ID, err: error }, 'import.start_deferred');
    });
  }
  const { ID, State } = await findImport(request, deps);
  return { status: 202, body: { ImportID: ID, State } };
}
