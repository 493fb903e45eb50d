import type { ChangeCampaign, CreateCampaign } from '@outdial/client';
import { describeRequest } from '../../api/request';
import { literal } from '../../lib/snippets';

/** What is done with a whole campaign. */
export type CampaignAction = 'start' | 'pause' | 'resume' | 'stop' | 'archive';

export const campaignAction = (campaignID: string, action: CampaignAction) =>
  describeRequest(
    'post',
    `/campaigns/{campaignID}/${action}`,
    { path: { campaignID }, body: {} },
    { cli: ['campaigns', action, campaignID], ts: `outdial.campaigns.${action}(${literal(campaignID)})` },
  );

export const createCampaign = (body: CreateCampaign) =>
  describeRequest(
    'post',
    '/campaigns',
    { body },
    { cli: ['campaigns', 'create'], readsBody: true, ts: `outdial.campaigns.create(${literal(body)})` },
  );

export const changeCampaign = (campaignID: string, body: ChangeCampaign, dryRun?: true) =>
  describeRequest(
    'patch',
    '/campaigns/{campaignID}',
    { path: { campaignID }, body, ...(dryRun === undefined ? {} : { query: { dry_run: dryRun } }) },
    {
      cli: ['campaigns', 'update', campaignID],
      readsBody: true,
      ts: `outdial.campaigns.update(${literal(campaignID)}, ${literal(body)})`,
    },
  );

export const duplicateCampaign = (campaignID: string, name: string) => {
  const body = name === '' ? {} : { Name: name };
  return describeRequest(
    'post',
    '/campaigns/{campaignID}/duplicate',
    { path: { campaignID }, body },
    {
      cli: ['campaigns', 'duplicate', campaignID, ...(name === '' ? [] : ['--name', name])],
      ts: `outdial.campaigns.duplicate(${literal(campaignID)}, ${literal(body)})`,
    },
  );
};

export const resetCircuitBreaker = (campaignID: string) =>
  describeRequest(
    'post',
    '/campaigns/{campaignID}/circuit-breaker/reset',
    { path: { campaignID }, body: {} },
    {
      cli: ['campaigns', 'reset-circuit-breaker', campaignID],
      ts: `outdial.campaigns.resetCircuitBreaker(${literal(campaignID)})`,
    },
  );

export const rollBack = (campaignID: string, version: number) =>
  describeRequest(
    'post',
    '/campaigns/{campaignID}/versions/{version}/rollback',
    { path: { campaignID, version }, body: {} },
    {
      cli: ['campaigns', 'rollback', campaignID, String(version)],
      ts: `outdial.campaigns.rollBack(${literal(campaignID)}, ${version})`,
    },
  );
