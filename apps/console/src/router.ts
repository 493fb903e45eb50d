import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { readJobsSearch } from './lib/jobs-search';
import { flag, text } from './lib/search';
import { readStatsSearch } from './lib/stats-search';

type Search = Record<string, unknown>;

const root = createRootRoute();
const at = { getParentRoute: () => root };
const campaign = createRoute({ ...at, path: '/campaigns/$campaignID' });
const inCampaign = { getParentRoute: () => campaign };

const campaignTabs = {
  overview: createRoute({ ...inCampaign, path: '/', validateSearch: readStatsSearch }),
  jobs: createRoute({ ...inCampaign, path: '/jobs', validateSearch: readJobsSearch }),
  rules: createRoute({ ...inCampaign, path: '/rules' }),
  variants: createRoute({ ...inCampaign, path: '/variants' }),
  versions: createRoute({
    ...inCampaign,
    path: '/versions',
    validateSearch: (search: Search) => ({ ...text(search, 'version') }),
  }),
  activity: createRoute({
    ...inCampaign,
    path: '/activity',
    validateSearch: (search: Search) => ({ ...text(search, 'after') }),
  }),
};

const pages = {
  now: createRoute({ ...at, path: '/' }),
  campaigns: createRoute({
    ...at,
    path: '/campaigns',
    validateSearch: (search: Search) => ({ ...flag(search, 'archived') }),
  }),
  job: createRoute({ ...at, path: '/campaigns/$campaignID/jobs/$jobID' }),
  calls: createRoute({ ...at, path: '/calls' }),
  newImport: createRoute({
    ...at,
    path: '/import',
    validateSearch: (search: Search) => ({ ...text(search, 'campaign') }),
  }),
  importProgress: createRoute({ ...at, path: '/imports/$importID' }),
  numbers: createRoute({
    ...at,
    path: '/numbers',
    validateSearch: (search: Search) => ({ ...text(search, 'reason'), ...text(search, 'after') }),
  }),
  number: createRoute({ ...at, path: '/numbers/$phoneNumber' }),
  webhooks: createRoute({
    ...at,
    path: '/webhooks',
    validateSearch: (search: Search) => ({
      ...text(search, 'state'),
      ...text(search, 'after'),
      ...text(search, 'kind'),
    }),
  }),
  webhook: createRoute({
    ...at,
    path: '/webhooks/$webhookID',
    validateSearch: (search: Search) => ({ ...text(search, 'after') }),
  }),
  operations: createRoute({ ...at, path: '/operations' }),
  tryIt: createRoute({
    ...at,
    path: '/try',
    validateSearch: (search: Search) => ({ ...text(search, 'campaign') }),
  }),
  settings: createRoute({ ...at, path: '/settings' }),
};

/** Every route, without what it shows: the pages are typed by the routes, so the routes cannot be typed by the pages. */
export const routes = { root, campaign, ...campaignTabs, ...pages };

const tree = root.addChildren([campaign.addChildren(Object.values(campaignTabs)), ...Object.values(pages)]);

export const router = createRouter({ routeTree: tree, basepath: '/console', defaultPreload: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
