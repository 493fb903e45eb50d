import { Link } from '@tanstack/react-router';
import type { CampaignStats } from '@outdial/client';
import { formatNumber, formatPercent } from '../../lib/format';
import { funnelRows } from '../../lib/overview';
import { Panel } from '../../ui/layout';

/** How far the jobs have come. */
export function FunnelPanel({ campaignID, stats: { Funnel } }: { campaignID: string; stats: CampaignStats }) {
  if (Funnel === undefined) return null;
  return (
    <Panel
      title="Funnel"
      actions={
        <Link to="/campaigns/$campaignID/variants" params={{ campaignID }}>
          By variant
        </Link>
      }
    >
      <table className="w-full">
        <caption className="sr-only">How far the jobs have come</caption>
        <thead>
          <tr>
            <th scope="col">Jobs</th>
            <th scope="col" className="text-right!">
              Count
            </th>
            <th scope="col" className="text-right!">
              Of those before
            </th>
            <th scope="col">
              <span className="sr-only">Of all jobs</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {funnelRows(Funnel).map(({ name, jobs, ofPrevious }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="text-right tabular-nums">{formatNumber(jobs)}</td>
              <td className="text-right tabular-nums">{ofPrevious === undefined ? '' : formatPercent(ofPrevious)}</td>
              <td className="w-1/3">
                <meter aria-label={`${name} of all jobs`} max={Math.max(1, Funnel.In)} value={jobs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-muted mt-2">Talked: with a person. Objective: the job was completed.</p>
    </Panel>
  );
}
