import { Link } from '@tanstack/react-router';
import { routes } from '../router';
import { Shell } from '../shell/shell';
import { Failure } from '../ui/failure';
import { Page } from '../ui/layout';
import { LiveCallsPage } from './calls/live-calls-page';
import { ActivityPage } from './campaign/activity-page';
import { CampaignLayout } from './campaign/campaign-layout';
import { JobsPage } from './campaign/jobs-page';
import { OverviewPage } from './campaign/overview-page';
import { RulesPage } from './campaign/rules-page';
import { VariantsPage } from './campaign/variants-page';
import { VersionsPage } from './campaign/versions-page';
import { CampaignsPage } from './campaigns/campaigns-page';
import { ImportPage } from './import/import-page';
import { ImportProgressPage } from './import/import-progress-page';
import { JobPage } from './job/job-page';
import { NowPage } from './now/now-page';
import { NumberPage } from './numbers/number-page';
import { NumbersPage } from './numbers/numbers-page';
import { OperationsPage } from './operations/operations-page';
import { SettingsPage } from './settings/settings-page';
import { TryPage } from './try/try-page';
import { WebhookPage } from './webhooks/webhook-page';
import { WebhooksPage } from './webhooks/webhooks-page';

const NotFound = () => (
  <Page title="Not found">
    <p>
      There is no such page. <Link to="/">Now</Link>
    </p>
  </Page>
);

/** Gives each route its page. */
export function showPages(): void {
  routes.root.update({
    component: Shell,
    errorComponent: ({ error }) => <Failure error={error} />,
    notFoundComponent: NotFound,
  });
  routes.now.update({ component: NowPage });
  routes.campaigns.update({ component: CampaignsPage });
  routes.campaign.update({ component: CampaignLayout });
  routes.overview.update({ component: OverviewPage });
  routes.jobs.update({ component: JobsPage });
  routes.rules.update({ component: RulesPage });
  routes.variants.update({ component: VariantsPage });
  routes.versions.update({ component: VersionsPage });
  routes.activity.update({ component: ActivityPage });
  routes.job.update({ component: JobPage });
  routes.calls.update({ component: LiveCallsPage });
  routes.newImport.update({ component: ImportPage });
  routes.importProgress.update({ component: ImportProgressPage });
  routes.numbers.update({ component: NumbersPage });
  routes.number.update({ component: NumberPage });
  routes.webhooks.update({ component: WebhooksPage });
  routes.webhook.update({ component: WebhookPage });
  routes.operations.update({ component: OperationsPage });
  routes.tryIt.update({ component: TryPage });
  routes.settings.update({ component: SettingsPage });
}
