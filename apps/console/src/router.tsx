import { createRootRoute, createRoute, createRouter, Link } from '@tanstack/react-router';
import { Shell } from './shell/shell';
import { Failure } from './ui/failure';
import { Page } from './ui/layout';
import { readJobsSearch } from './lib/jobs-search';
import { flag, text } from './lib/search';
import { NowPage } from './pages/now/now-page';
import { CampaignsPage } from './pages/campaigns/campaigns-page';
import { CampaignLayout } from './pages/campaign/campaign-layout';
import { OverviewPage } from './pages/campaign/overview-page';
import { JobsPage } from './pages/campaign/jobs-page';
import { RulesPage } from './pages/campaign/rules-page';
import { VariantsPage } from './pages/campaign/variants-page';
import { VersionsPage } from './pages/campaign/versions-page';
import { ActivityPage } from './pages/campaign/activity-page';
import { JobPage } from './pages/job/job-page';
import { LiveCallsPage } from './pages/calls/live-calls-page';
import { ImportPage } from './pages/import/import-page';
import { ImportProgressPage } from './pages/import/import-progress-page';
import { NumbersPage } from './pages/numbers/numbers-page';
import { NumberPage } from './pages/numbers/number-page';
import { WebhooksPage } from './pages/webhooks/webhooks-page';
import { WebhookPage } from './pages/webhooks/webhook-page';
import { OperationsPage } from './pages/operations/operations-page';
import { TryPage } from './pages/try/try-page';
import { SettingsPage } from './pages/settings/settings-page';

type Search = Record<string, unknown>;

const root = createRootRoute({
  component: Shell,
  errorComponent: ({ error }) => <Failure error={error} />,
  notFoundComponent: () => (
    <Page title="Not found">
      <p>
        There is no such page. <Link to="/">Now</Link>
      </p>
    </Page>
  ),
});
const at = { getParentRoute: () => root };

const campaign = createRoute({ ...at, path: '/campaigns/$campaignID', component: CampaignLayout });
const inCampaign = { getParentRoute: () => campaign };
const campaignRoutes = campaign.addChildren([
  createRoute({ ...inCampaign, path: '/', component: OverviewPage }),
  createRoute({ ...inCampaign, path: '/jobs', component: JobsPage, validateSearch: readJobsSearch }),
  createRoute({ ...inCampaign, path: '/rules', component: RulesPage }),
  createRoute({ ...inCampaign, path: '/variants', component: VariantsPage }),
  createRoute({
    ...inCampaign,
    path: '/versions',
    component: VersionsPage,
    validateSearch: (search: Search) => ({ ...text(search, 'version') }),
  }),
  createRoute({
    ...inCampaign,
    path: '/activity',
    component: ActivityPage,
    validateSearch: (search: Search) => ({ ...text(search, 'after') }),
  }),
]);

const routes = root.addChildren([
  createRoute({ ...at, path: '/', component: NowPage }),
  createRoute({
    ...at,
    path: '/campaigns',
    component: CampaignsPage,
    validateSearch: (search: Search) => ({ ...flag(search, 'archived') }),
  }),
  campaignRoutes,
  createRoute({ ...at, path: '/campaigns/$campaignID/jobs/$jobID', component: JobPage }),
  createRoute({ ...at, path: '/calls', component: LiveCallsPage }),
  createRoute({
    ...at,
    path: '/import',
    component: ImportPage,
    validateSearch: (search: Search) => ({ ...text(search, 'campaign') }),
  }),
  createRoute({ ...at, path: '/imports/$importID', component: ImportProgressPage }),
  createRoute({
    ...at,
    path: '/numbers',
    component: NumbersPage,
    validateSearch: (search: Search) => ({ ...text(search, 'reason'), ...text(search, 'after') }),
  }),
  createRoute({ ...at, path: '/numbers/$phoneNumber', component: NumberPage }),
  createRoute({
    ...at,
    path: '/webhooks',
    component: WebhooksPage,
    validateSearch: (search: Search) => ({ ...text(search, 'state'), ...text(search, 'after') }),
  }),
  createRoute({
    ...at,
    path: '/webhooks/$webhookID',
    component: WebhookPage,
    validateSearch: (search: Search) => ({ ...text(search, 'state'), ...text(search, 'after') }),
  }),
  createRoute({ ...at, path: '/operations', component: OperationsPage }),
  createRoute({
    ...at,
    path: '/try',
    component: TryPage,
    validateSearch: (search: Search) => ({ ...text(search, 'campaign') }),
  }),
  createRoute({ ...at, path: '/settings', component: SettingsPage }),
]);

export const router = createRouter({ routeTree: routes, basepath: '/console', defaultPreload: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
