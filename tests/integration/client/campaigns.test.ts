import { createOutdialClient } from '@outdial/client';
import { startTestApi, type TestApi } from '../../support/api';
import { outdial, type Ran } from '../../support/command-line';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

let api: TestApi;
let cli: (...args: string[]) => Promise<Ran>;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
  const env = { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: api.key, OUTDIAL_CAMPAIGN: api.campaignId };
  cli = (...args) => outdial(args, { env });
}, 60_000);
afterAll(() => api.stop(), 30_000);
const print = async (...args: string[]): Promise<string> => {
  const { code, err, out } = await cli(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
};

it('the command line carries a campaign from its draft to the archive', async () => {
  const flags = ['--name', 'Spring', '--caller-id', '+14155550100', '--end-at', '2035-01-01T00:00:00Z'];
  const id = (await print('campaigns', 'create', '--draft', ...flags)).trim();
  expect(await print('campaigns', 'get', id)).toMatch(/State +draft/);
  expect((await cli('campaigns', 'pause', id)).code).toBe(1);
  expect(await print('campaigns', 'start', id, '--dry-run')).toMatch(/Jobs +0.*Estimated +false/s);
  expect(await print('campaigns', 'start', id)).toBe(`${id} is running.\n`);
  await api.insertJob({ CampaignID: id, State: 'scheduled', NextCallMS: Date.now() + 3_600_000 });
  expect(await print('campaigns', 'pause', id)).toBe(`${id} is paused.\n`);
  expect(await print('campaigns', 'resume', id)).toBe(`${id} is running.\n`);
  expect(await print('campaigns', 'update', id, '--name', 'Summer', '--dry-run')).toMatch(/Jobs +1/);
  expect(await print('campaigns', 'update', id, '--name', 'Summer')).toMatch(/Version +2/);
  expect(await print('campaigns', 'versions', id)).toMatch(/^VERSION +CURRENT +CREATED.*\n2 +current.*\n1 /);
  expect(await print('campaigns', 'version', id, '1')).toMatch(/Name +Spring/);
  expect(await print('campaigns', 'diff', id, '2')).toMatch(/\/Name +"Spring" +"Summer"/);
  expect(await print('campaigns', 'rollback', id, '1')).toBe(`${id} is at version 3.\n`);
  expect(await print('campaigns', 'diff', id, '3', '--from', '1')).toBe('Versions 1 and 3 are the same.\n');
  const copy = (await print('campaigns', 'duplicate', id, '--name', 'Again')).trim();
  expect(await print('campaigns', 'get', copy)).toMatch(/State +draft/);
  expect(await print('campaigns', 'stop', id)).toBe(`${id} is stopped.\n1 waiting jobs are being canceled.\n`);
  expect(await print('campaigns', 'archive', id)).toBe(`${id} is archived.\n`);
  expect(await print('campaigns', 'list')).not.toContain(id);
  expect(await print('campaigns', 'list', '--archived')).toContain(id);
});

it('the client has the actions, their dry runs and all pages of the versions', async () => {
  const { campaigns } = createOutdialClient({ baseUrl: api.url, apiKey: api.key });
  const { CampaignID } = await campaigns.create({ Name: 'Typed', DefaultCallerID: '+14155550100', State: 'draft' });
  expect((await campaigns.start(CampaignID, { dryRun: true })).DryRun).toMatchObject({ Jobs: 0 });
  expect((await campaigns.start(CampaignID)).State).toBe('running');
  await campaigns.update(CampaignID, { Name: 'Typed again' });
  expect((await campaigns.versions(CampaignID)).map(({ Version }) => Version)).toEqual([2, 1]);
  expect((await campaigns.changes(CampaignID, 2)).Changes).toEqual([
    { Pointer: '/Name', Before: 'Typed', After: 'Typed again' },
  ]);
  await expect(campaigns.resume((await campaigns.stop(CampaignID)).ID)).rejects.toMatchObject({
    code: 'campaign_state',
  });
});

it('the client and the command line show statistics over time', async () => {
  const { campaigns } = createOutdialClient({ baseUrl: api.url, apiKey: api.key });
  const { CampaignID: id } = await campaigns.create({ Name: 'Counted', DefaultCallerID: '+14155550100' });
  const AtMS = Date.parse('2026-11-20T10:00:00Z');
  const call = { Attempt: 1, AtMS, CallerID: '+14155550100', Outcome: 'contact_busy' as const };
  await api.insertJob({ CampaignID: id, State: 'failed', CallFacts: [call] });
  const days = { from: new Date('2026-11-19T00:00:00Z'), to: new Date('2026-11-21T00:00:00Z'), bucket: 'day' } as const;
  const { Series } = await campaigns.stats(id, { ...days, by: 'outcome', timeZone: 'Europe/Helsinki' });
  expect(Series).toMatchObject({
    TimeZone: 'Europe/Helsinki',
    Calls: { Attempted: 1 },
    Groups: [{ Value: 'contact_busy' }],
  });
  expect(Series?.Buckets).toHaveLength(3);
  const args = ['--from', '2026-11-19T00:00:00Z', '--to', '2026-11-21T00:00:00Z', '--bucket', 'day', '--by', 'outcome'];
  const printed = await print('campaigns', 'stats', id, ...args);
  expect(printed).toMatch(/INTERVAL +CALLS +ANSWERED +TALKED +OBJECTIVE +ANSWER RATE/);
  expect(printed).toMatch(/contact_busy +1 +0 +0 +0 +0\.0 % \(0\.0 % to 79\.3 %\)/);
});
