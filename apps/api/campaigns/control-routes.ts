import {
  campaignChangesSchema,
  campaignCreatedSchema,
  campaignSchema,
  campaignVersionListSchema,
  campaignVersionSchema,
} from '../../../shared/contracts/campaign-response.schema';
import {
  compareVersionsQuerySchema,
  dryRunQuerySchema,
  duplicateCampaignSchema,
  listVersionsQuerySchema,
} from '../../../shared/contracts/campaign-control.schema';
import { noBodySchema } from '../../../shared/contracts/job.schema';
import type { CampaignAction } from '../../../shared/domain/campaign/state';
import { route } from '../http/route';
import { actOnCampaign } from './act-on-campaign';
import { compareVersions, getVersion, listVersions, rollBack } from './campaign-versions';
import { duplicateCampaign } from './duplicate-campaign';
import { resetBreaker } from './reset-breaker';

const campaign = '/campaigns/:campaignID';
const versions = `${campaign}/versions` as const;
const version = `${versions}/:version` as const;

const actionRoute = (action: CampaignAction, doc: { summary: string; description: string }) =>
  route({
    method: 'POST',
    path: `${campaign}/${action}`,
    operation: `${action}Campaign`,
    doc: {
      tag: 'Campaigns',
      ...doc,
      responses: { 200: { description: 'The campaign after it.', schema: campaignSchema } },
      problems: ['campaign_state', 'campaign_blocked', 'campaign_changed'],
    },
    access: 'campaigns:manage',
    body: noBodySchema,
    query: dryRunQuerySchema,
    handle: actOnCampaign(action),
  });

const repeated = 'Repeating it changes nothing.';

/** What people do to a whole campaign, and its versions. */
export const campaignControlRoutes = [
  actionRoute('start', {
    summary: 'Start a campaign',
    description: `Calls the waiting jobs of a draft. Calls that are due are spread, five per second over at most an hour. ${repeated}`,
  }),
  actionRoute('pause', {
    summary: 'Pause a campaign',
    description: `Holds the calls of a running campaign back; calls in progress go on. ${repeated}`,
  }),
  actionRoute('resume', {
    summary: 'Resume a campaign',
    description: `Ends a pause. Calls that came due in the pause are spread, five per second over at most an hour, within their windows. ${repeated}`,
  }),
  actionRoute('stop', {
    summary: 'Stop a campaign',
    description: `Refuses new jobs and cancels those that wait, in the background; \`Stop\` of the campaign counts them. Calls in progress end on their own, and are not repeated. A stopped campaign stays stopped. ${repeated}`,
  }),
  actionRoute('archive', {
    summary: 'Archive a campaign',
    description: `Hides a campaign from lists: one that is stopped, a draft, whose waiting jobs are canceled, or one without open jobs. Its jobs can still be read. ${repeated}`,
  }),
  route({
    method: 'POST',
    path: `${campaign}/circuit-breaker/reset`,
    operation: 'resetCircuitBreaker',
    doc: {
      tag: 'Campaigns',
      summary: 'Reset the circuit breaker of a campaign',
      description: `Closes it without probes. The calls that waited are made within seconds, at most five per second for at most an hour. ${repeated}`,
      responses: { 200: { description: 'The campaign after it.', schema: campaignSchema } },
      problems: ['campaign_changed'],
    },
    access: 'campaigns:manage',
    body: noBodySchema,
    handle: resetBreaker,
  }),
  route({
    method: 'POST',
    path: `${campaign}/duplicate`,
    operation: 'duplicateCampaign',
    doc: {
      tag: 'Campaigns',
      summary: 'Duplicate a campaign',
      description: 'Creates a draft with the current settings of a campaign, without its jobs.',
      responses: {
        201: { description: 'The copy is stored.', schema: campaignCreatedSchema, headers: ['Location'] },
      },
      problems: ['too_many_campaigns'],
    },
    access: 'campaigns:manage',
    body: duplicateCampaignSchema,
    handle: duplicateCampaign,
  }),
  route({
    method: 'GET',
    path: versions,
    operation: 'listCampaignVersions',
    doc: {
      tag: 'Campaigns',
      summary: 'List the versions of a campaign',
      description: 'Returns up to 100 versions, newest first. For the next page, follow `Link`.',
      responses: { 200: { description: 'A page of versions.', schema: campaignVersionListSchema, headers: ['Link'] } },
    },
    access: 'jobs:read',
    query: listVersionsQuerySchema,
    handle: listVersions,
  }),
  route({
    method: 'GET',
    path: version,
    operation: 'getCampaignVersion',
    doc: {
      tag: 'Campaigns',
      summary: 'Get a version of a campaign',
      description: 'Returns the settings of a version.',
      responses: { 200: { description: 'The version.', schema: campaignVersionSchema } },
    },
    access: 'jobs:read',
    handle: getVersion,
  }),
  route({
    method: 'GET',
    path: `${version}/changes`,
    operation: 'compareCampaignVersions',
    doc: {
      tag: 'Campaigns',
      summary: 'Compare two versions of a campaign',
      description:
        'Returns each setting in which a version differs from the one before it, or from the version `from`.',
      responses: { 200: { description: 'The differences.', schema: campaignChangesSchema } },
    },
    access: 'jobs:read',
    query: compareVersionsQuerySchema,
    handle: compareVersions,
  }),
  route({
    method: 'POST',
    path: `${version}/rollback`,
    operation: 'rollBackCampaign',
    doc: {
      tag: 'Campaigns',
      summary: 'Roll a campaign back',
      description:
        'Makes a new version with the settings of an earlier one. Jobs without calls use it immediately. Nothing changes if they are the current ones.',
      responses: { 200: { description: 'The updated campaign.', schema: campaignSchema } },
      problems: ['campaign_changed'],
    },
    access: 'campaigns:manage',
    body: noBodySchema,
    handle: rollBack,
  }),
];
