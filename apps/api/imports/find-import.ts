import { canAccessCampaign } from '../../../shared/domain/access/api-key';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest } from '../http/route';
import { isVisible, type VisibleImport } from './presenter';

export type OneImport<Query = unknown> = ApiRequest<'importID', unknown, Query>;

export async function findImport(
  { orgId, params, campaignIds }: Pick<OneImport, 'orgId' | 'params' | 'campaignIds'>,
  { store }: ApiDeps,
): Promise<VisibleImport> {
  const bulkImport = await store.imports.find({ orgId, importId: params.importID });
  if (!bulkImport || !isVisible(bulkImport)) throw new ProblemError('import_not_found');
  if (!canAccessCampaign({ CampaignIDs: campaignIds }, bulkImport.CampaignID))
    throw new ProblemError('import_not_found');
  return bulkImport;
}
