import { Link, Outlet } from '@tanstack/react-router';
import { Chip } from '../../ui/chip';
import { Page } from '../../ui/layout';
import { Loaded } from '../../ui/loaded';
import { CampaignActions } from './campaign-actions';
import { useCampaign } from './use-campaign';

const tabs = [
  { to: '/campaigns/$campaignID', name: 'Overview' },
  { to: '/campaigns/$campaignID/jobs', name: 'Jobs' },
  { to: '/campaigns/$campaignID/rules', name: 'Calling rules' },
  { to: '/campaigns/$campaignID/variants', name: 'Variants' },
  { to: '/campaigns/$campaignID/versions', name: 'Versions' },
  { to: '/campaigns/$campaignID/activity', name: 'Activity' },
] as const;

/** A campaign: its name, state and actions, and its tabs. */
export function CampaignLayout() {
  const { campaignID, campaign } = useCampaign();
  return (
    <Loaded query={campaign} page="Campaign">
      {(data) => (
        <Page
          title={data.Data.Name}
          beside={
            <>
              <Chip state={data.State} /> <span className="text-muted">version {data.Version}</span>
            </>
          }
          actions={
            <>
              <Link
                to="/import"
                search={{ campaign: campaignID }}
                className="border-line bg-panel rounded border px-3 py-1"
              >
                Add contacts
              </Link>
              <CampaignActions campaign={data} />
            </>
          }
        >
          <nav aria-label="Campaign" className="border-line flex flex-wrap gap-4 border-b">
            {tabs.map(({ to, name }) => (
              <Link
                key={to}
                to={to}
                params={{ campaignID }}
                activeOptions={{ exact: to === '/campaigns/$campaignID', includeSearch: false }}
                className="text-ink border-b-2 border-transparent py-1 aria-[current=page]:border-accent aria-[current=page]:font-semibold"
              >
                {name}
              </Link>
            ))}
          </nav>
          <Outlet />
        </Page>
      )}
    </Loaded>
  );
}
