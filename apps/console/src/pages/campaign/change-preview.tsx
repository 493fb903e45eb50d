import { useDeferredValue } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ChangeCampaign } from '@outdial/client';
import { http } from '../../api/client';
import { formatNumber } from '../../lib/format';
import { Loaded } from '../../ui/loaded';

/** Asks the service how the next calls of waiting jobs would move, before anything is changed. */
export function ChangePreview({ campaignID, body }: { campaignID: string; body: ChangeCampaign }) {
  const deferred = useDeferredValue(body);
  const preview = useQuery({
    queryKey: ['change-preview', campaignID, deferred],
    queryFn: async () => {
      const params = { path: { campaignID }, query: { dry_run: true } };
      const { data } = await http.PATCH('/campaigns/{campaignID}', { params, body: deferred });
      return data?.DryRun ?? null;
    },
  });
  return (
    <Loaded query={preview}>
      {(counts) =>
        counts === null ? null : (
          <p role="status">
            {counts.Estimated ? 'About ' : ''}
            <strong>{formatNumber(counts.Earlier + counts.Later)} next calls move</strong> (
            {formatNumber(counts.Earlier)} earlier, {formatNumber(counts.Later)} later),{' '}
            {formatNumber(counts.Unchanged)} stay, {formatNumber(counts.Held)} are held, {formatNumber(counts.Never)}{' '}
            can never be made.
          </p>
        )
      }
    </Loaded>
  );
}
