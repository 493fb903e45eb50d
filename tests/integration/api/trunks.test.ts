import { createOverridesValidator } from '../../../shared/adapters/telephony/overrides';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { pointersOf } from './problem';
import { createWorkflowClientDouble } from './workflow-client-double';

const trunks = [
  { name: 'sip/main' },
  { name: 'sip/old', disabled: true },
  { name: 'sip/own', organizations: ['org_x'] },
];
const pinned = (Trunk: string) => ['+14155550101', { Number: '+14155550102', Trunk }];

describe('a trunk in settings', () => {
  let api: TestApi;
  beforeAll(async () => {
    const deps = { trunks, validateOverrides: createOverridesValidator(trunks) };
    api = await startTestApi({ workflows: createWorkflowClientDouble().workflows, deps });
  }, 30_000);
  afterAll(() => api.stop());

  const create = (config: object) => api.request<object>('POST', '/campaigns', { Name: 'x', ...config });

  it('is kept with the campaign, for its jobs, variants and caller IDs', async () => {
    const config = {
      DefaultCallerID: '+14155550100',
      CallerIDs: pinned('sip/main'),
      Defaults: { Trunk: 'sip' },
      Variants: [{ ID: 'a', Weight: 1, Overrides: { Trunk: 'sip/old' } }],
    };
    const made = await api.request<{ CampaignID: string }>('POST', '/campaigns', { Name: 'x', ...config });
    expect(made.status).toBe(201);
    const { body } = await api.request<object>('GET', `/campaigns/${made.body.CampaignID}`);
    expect(body).toMatchObject({ Data: config });
    const jobs = `/campaigns/${made.body.CampaignID}/jobs`;
    for (const CallerID of ['+14155550100', '+14155550101', '+14155550102']) {
      const job = { ...aJobBody(), CallerID, Overrides: { Trunk: 'sip/main' } };
      expect((await api.request('POST', jobs, job)).status).toBe(201);
    }
  });

  it.each<[object, string]>([
    [{ Defaults: { Trunk: 'sip/other' } }, '/Defaults/Trunk'],
    [{ Defaults: { Trunk: 'sip/own' } }, '/Defaults/Trunk'],
    [{ CallerIDs: pinned('sip/own') }, '/CallerIDs/1/Trunk'],
    [{ Defaults: { Trunk: 'simulated' } }, '/Defaults/Trunk'],
    [{ Defaults: { Trunk: 'SIP main' } }, '/Defaults/Trunk'],
    [{ Variants: [{ ID: 'a', Overrides: { Trunk: 'asterisk' } }] }, '/Variants/0/Overrides/Trunk'],
    [{ CallerIDs: pinned('sip/other') }, '/CallerIDs/1/Trunk'],
    [{ CallerIDs: [{ Number: 'x', Trunk: 'sip' }] }, '/CallerIDs/0/Number'],
    [{ CallerIDs: [{ Number: '+14155550101', Surprise: 1 }] }, '/CallerIDs/0/Surprise'],
    [{ CallerIDs: ['x'] }, '/CallerIDs/0'],
  ])('is refused when a campaign is saved that names an unknown one: %j', async (config, pointer) => {
    const refused = await create(config);
    expect(refused.status).toBe(400);
    expect(pointersOf(refused)).toEqual([pointer]);
  });

  it('is refused in a job, and when a campaign is changed', async () => {
    const job = await api.request('POST', api.jobs, { ...aJobBody(), Overrides: { Trunk: 'sip/other' } });
    expect(pointersOf(job)).toEqual(['/Overrides/Trunk']);
    const preview = `/campaigns/${api.campaignId}/schedule-preview`;
    for (const path of [api.jobs, preview]) {
      const other = await api.request('POST', path, { ...aJobBody(), Overrides: { Trunk: 'sip/own' } });
      expect(pointersOf(other)).toEqual(['/Overrides/Trunk']);
    }
    const changed = await api.request('PATCH', `/campaigns/${api.campaignId}`, { Defaults: { Trunk: 'sip/other' } });
    expect(pointersOf(changed)).toEqual(['/Defaults/Trunk']);
  });
});
