import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { Reply } from '../http/route';
import { bulkActionKeyOf, findBulkAction, type OneBulkAction } from './find-bulk-action';

/** Requests the end of a bulk action; its workflow finishes the batch in progress first. */
export async function cancelBulkAction(request: OneBulkAction, deps: ApiDeps): Promise<Reply> {
  const { store, workflows, logger, nowMs } = deps;
  const current = await findBulkAction(request, deps);
  if (current.State === 'running' && current.CancelRequestedMS === undefined) {
    const target = { CampaignID: current.CampaignID, BulkActionID: current.ID };
    await audit(request, { Action: 'bulk_action.canceled', ...target }, deps);
  }
  const requested = await store.bulkActions.requestCancel(bulkActionKeyOf(request), nowMs());
  // It ends a pause. Without it, the workflow reads the request after its next batch.
  if (requested)
    workflows.startBulkAction(requested).catch((error: unknown) => {
      logger.warn({ bulkActionId: current.ID, err: error }, 'bulk_action.start_deferred');
    });
  const { ID, State } = requested ?? (await findBulkAction(request, deps));
  if (State !== 'running' && State !== 'canceled')
    throw new ProblemError('bulk_action_not_running', { detail: `The bulk action is ${State}.` });
  return { status: 202, body: { BulkActionID: ID, State } };
}
