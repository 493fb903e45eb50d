import type { BulkActionRecord } from '../../../shared/adapters/mongo/bulk-actions.repository';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { toBulkActionBody } from './presenter';

/** A request about one bulk action. */
export type OneBulkAction = ApiRequest<'campaignID' | 'bulkActionID'>;

export const bulkActionKeyOf = ({ orgId, params }: Pick<OneBulkAction, 'orgId' | 'params'>) => ({
  orgId,
  campaignId: params.campaignID,
  bulkActionId: params.bulkActionID,
});

/** @throws {ProblemError} 404 if the campaign has no such action */
export async function findBulkAction(request: OneBulkAction, { store }: ApiDeps): Promise<BulkActionRecord> {
  const action = await store.bulkActions.find(bulkActionKeyOf(request));
  if (action === undefined) throw new ProblemError('bulk_action_not_found');
  return action;
}

/** Returns a bulk action with its progress. */
export async function getBulkAction(request: OneBulkAction, deps: ApiDeps): Promise<Reply> {
  return { status: 200, body: toBulkActionBody(await findBulkAction(request, deps)) };
}
