import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';

const route = getRouteApi('/campaigns/$campaignID');

/** The campaign that the address names. */
export function useCampaign() {
  const { campaignID } = route.useParams();
  const campaign = api.useQuery('get', '/campaigns/{campaignID}', { params: { path: { campaignID } } }, usePolling());
  return { campaignID, campaign };
}
