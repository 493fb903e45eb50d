import type { ActivityDeps } from '../../activities/deps';
import { bulkActionGraceMs } from '../../shared/adapters/mongo/bulk-actions.repository';
import { newId } from '../../shared/adapters/ids';
import { noCounts, type BulkAction } from '../../shared/domain/bulk/bulk-action';
import { orgId } from './builders';

/** Stores a bulk action, as the API does; no worker has started it. */
export async function storeBulkAction(
  { store }: Pick<ActivityDeps, 'store'>,
  fields: Pick<BulkAction, 'CampaignID' | 'Action' | 'CreatedMS'> & Partial<BulkAction>,
): Promise<BulkAction> {
  const action: BulkAction = {
    ...noCounts(),
    ID: newId('bulk'),
    OrgID: orgId,
    Filter: { All: true },
    State: 'running',
    HasCeilings: false,
    KeyID: 'key_1',
    RequestID: 'req_1',
    JobSalt: newId('bulk').slice(-13),
    Matched: 0,
    Batches: 0,
    FailedJobIDs: [],
    DueMS: fields.CreatedMS + bulkActionGraceMs,
    ...fields,
  };
  await store.bulkActions.insert(action);
  return action;
}
