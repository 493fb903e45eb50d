import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';
import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem } from '../api/problem';

const { workflows } = createWorkflowClientDouble();
let api: TestApi;
const path = () => `/campaigns/${api.campaignId}`;
const change = (body: object) => api.request<CampaignBody>('PATCH', path(), body);
beforeAll(async () => {
  api = await startTestApi({ workflows });
  const settings = { Name: 'One', DefaultCallerID: '+14155550100', JitterSeconds: 1, RetentionDays: 30 };
  const made = await api.request<{ CampaignID: string }>('POST', '/campaigns', settings);
  api.campaignId = made.body.CampaignID;
  await change({ JitterSeconds: 2, Defaults: { Constraints: { MaxTotalCalls: 5 } } });
  await change({ Name: 'Three', RetentionDays: null });
});
afterAll(() => api.stop());

describe('the versions of a campaign', () => {
  it('are listed newest first, in pages', async () => {
    const all = await api.request<{ Versions: { Version: number; Current: boolean }[] }>('GET', `${path()}/versions`);
    expect(all.body.Versions.map(({ Version, Current }) => [Version, Current])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect(all.headers.get('link')).toBeNull();
    const page = await api.request<{ Versions: { Version: number }[] }>('GET', `${path()}/versions?limit=1&before=3`);
    expect(page.body.Versions.map(({ Version }) => Version)).toEqual([2]);
    expect(page.headers.get('link')).toContain('versions?limit=1&before=2');
  });

  it('are read with the settings of their time', async () => {
    const first = await api.request<CampaignBody>('GET', `${path()}/versions/1`);
    expect(first.body).toMatchObject({ CampaignID: api.campaignId, Version: 1, Current: false });
    expect(first.body.Data).toEqual({
      Name: 'One',
      DefaultCallerID: '+14155550100',
      JitterSeconds: 1,
      RetentionDays: 30,
    });
    expect((await api.request<CampaignBody>('GET', `${path()}/versions/3`)).body.Data.Name).toBe('Three');
    for (const version of ['4', '0', 'latest'])
      expectProblem(await api.request('GET', `${path()}/versions/${version}`), 'version_not_found');
    const stranger = await api.anotherCaller();
    expectProblem(await stranger.request('GET', `${path()}/versions/1`), 'campaign_not_found');
  });

  it('are compared setting by setting', async () => {
    const { body } = await api.request('GET', `${path()}/versions/3/changes`);
    expect(body).toEqual({
      From: 2,
      To: 3,
      Changes: [
        { Pointer: '/Name', Before: 'One', After: 'Three' },
        { Pointer: '/RetentionDays', Before: 30 },
      ],
    });
    const far = await api.request<{ Changes: unknown[] }>('GET', `${path()}/versions/3/changes?from=1`);
    expect(far.body.Changes).toHaveLength(4);
  });

  it('are rolled back by a new version with the old settings, once', async () => {
    const back = await api.request<CampaignBody>('POST', `${path()}/versions/1/rollback`);
    expect(back).toMatchObject({ status: 200, body: { Version: 4, Data: { Name: 'One', RetentionDays: 30 } } });
    expect(back.body.Data).not.toHaveProperty('Defaults');
    expect((await api.request<CampaignBody>('POST', `${path()}/versions/1/rollback`)).body.Version).toBe(4);
    expect(await api.mongo.db.collection('replans').countDocuments({ CampaignID: api.campaignId })).toBe(1);
    const { body } = await api.request<{ AuditLogEntries: { Data: { Details: object } }[] }>(
      'GET',
      '/audit-log?action=campaign.changed&limit=1',
    );
    expect(body.AuditLogEntries[0]?.Data.Details).toEqual({
      Fields: ['Defaults', 'JitterSeconds', 'Name', 'RetentionDays'],
      RolledBackTo: 1,
    });
  });

  it('are rolled back only to settings that are still valid', async () => {
    const versions = api.mongo.db.collection<{ _id: string }>('campaign_versions');
    const Config = JSON.stringify({ Name: 'Old', Defaults: { Integrations: { simulator: { Scenario: 'gone' } } } });
    await versions.updateOne({ _id: `${api.campaignId}/2` }, { $set: { Config } });
    expectProblem(await api.request('POST', `${path()}/versions/2/rollback`), 'invalid_body');
  });
});
