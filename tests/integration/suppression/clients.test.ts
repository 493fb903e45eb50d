import { createOutdialClient, type OutdialClient } from '@outdial/client';
import { startTestApi, type TestApi } from '../../support/api';
import { outdial, type Ran } from '../../support/command-line';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

let api: TestApi;
let client: OutdialClient;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
  client = createOutdialClient({ baseUrl: api.url, apiKey: api.key });
});
afterAll(() => api.stop());

const number = '+14155550171';
const run = (...args: string[]): Promise<Ran> =>
  outdial(args, { env: { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: api.key, OUTDIAL_CAMPAIGN: api.campaignId } });
const file = (content: string) => ({ name: 'numbers.csv', content });

it('the client adds, shows, lists, uploads and removes, in the organization and in a campaign', async () => {
  const campaignID = api.campaignId;
  const added = await client.suppressions.add({ PhoneNumber: number, Reason: 'legal' });
  const inCampaign = await client.suppressions.add({ PhoneNumber: number }, { campaignID });
  expect(inCampaign).toMatchObject({ CampaignID: campaignID, Reason: 'opted_out' });
  expect(await client.suppressions.get(number)).toEqual(added);
  expect(await client.suppressions.get(number, { campaignID })).toEqual(inCampaign);
  const more = Array.from({ length: 150 }, (_, index) => `+1415559${String(index).padStart(4, '0')}`);
  const upload = await client.suppressions.upload(file(`PhoneNumber\n${more.join('\n')}\nx\n`), {
    campaignID,
    reason: 'complaint',
  });
  expect(upload).toMatchObject({ Rows: 151, RowsAdded: 150, RowsRefused: 1, Refused: [{ Row: 151 }] });
  const ids: string[] = [];
  for await (const { ID } of client.suppressions.all({ campaignID, reason: 'complaint', limit: 40 })) ids.push(ID);
  expect(new Set(ids).size).toBe(150);
  expect(await client.suppressions.remove(number, { campaignID })).toEqual({ Removed: true });
  await expect(client.suppressions.get(number, { campaignID })).rejects.toMatchObject({
    code: 'suppression_not_found',
  });
  expect(await client.numbers.get(number)).toMatchObject({ Allowed: false, Suppressions: [{ Reason: 'legal' }] });
});

it('the client erases every job of a number, however many there are', async () => {
  for (let made = 0; made < 130; made++) await api.insertJob({ PhoneNumber: number, State: 'completed' });
  expect(await client.numbers.erase(number)).toBe(130);
  expect(await client.numbers.erase(number)).toBe(0);
}, 30_000);

it('the command line suppresses in every campaign unless the command names one', async () => {
  const phone = '+14155550172';
  const added = await run('suppressions', 'add', phone, '--reason', 'complaint', '--note', 'Case 4711', '--json');
  expect(JSON.parse(added.out)).toMatchObject({ Reason: 'complaint', Source: 'cli', Note: 'Case 4711' });
  expect(JSON.parse(added.out)).not.toHaveProperty('CampaignID');
  const scoped = await run('suppressions', 'add', phone, '--campaign', api.campaignId, '--json');
  expect(JSON.parse(scoped.out)).toMatchObject({ CampaignID: api.campaignId });
  expect((await run('suppressions', 'get', phone)).out).toMatch(/Reason +complaint/);
  expect((await run('suppressions', 'list', '--reason', 'complaint', '--limit', '1')).out).toMatch(/ID +CAMPAIGN/);
  const shown = await run('numbers', 'get', phone, '--json');
  expect((JSON.parse(shown.out) as { Suppressions: unknown[] }).Suppressions).toHaveLength(2);
  expect((await run('suppressions', 'remove', phone)).out).toBe('Removed.\n');
  expect((await run('suppressions', 'remove', phone)).out).toBe('The number was not suppressed here.\n');
  expect((await run('numbers', 'erase', phone)).out).toBe('0 jobs are being erased.\n');
}, 60_000);

it('the command line uploads a file, shows the refused rows and exits with 5 if there are some', async () => {
  const args = ['suppressions', 'import', '-', '--name', 'numbers.csv', '--default-country', 'US'];
  const ran = await outdial(args, {
    env: { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: api.key },
    stdin: 'PhoneNumber,Reason\n+14155550173,legal\n0415,legal\n4155550174,\n',
  });
  expect(ran.code).toBe(5);
  expect(ran.out).toContain('3 rows: 2 added, 0 extended, 0 present, 1 refused.');
  expect(ran.out).toContain('row 2, PhoneNumber "0415": Expected an E.164 number such as "+14155550123"');
  expect(ran.out).toContain('row 3, PhoneNumber "4155550174": +14155550174');
}, 30_000);
