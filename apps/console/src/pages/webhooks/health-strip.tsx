import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { formatPercent } from '../../lib/format';

const colors: Record<string, string> = {
  delivered: 'fill-good',
  pending: 'fill-warn',
  exhausted: 'fill-bad',
  discarded: 'fill-muted',
};

/** The last 100 deliveries of a webhook, oldest first, one bar each. */
export function HealthStrip({ webhookID }: { webhookID: string }) {
  const params = { path: { webhookID }, query: { limit: 100 } };
  const { data } = api.useQuery('get', '/webhooks/{webhookID}/deliveries', { params }, usePolling());
  if (data === undefined) return null;
  const ended = data.Deliveries.filter(({ State }) => State !== 'pending');
  const delivered = ended.filter(({ State }) => State === 'delivered').length;
  const label = ended.length === 0 ? 'Nothing delivered yet' : `${formatPercent(delivered / ended.length)} delivered`;
  return (
    <span className="flex items-center gap-2">
      <svg role="img" aria-label={label} viewBox="0 0 200 12" className="h-3 w-50">
        {data.Deliveries.toReversed().map(({ ID, State }, i) => (
          <rect key={ID} x={i * 2} width={1.5} height={12} className={colors[State] ?? ''} />
        ))}
      </svg>
      {label}
    </span>
  );
}
