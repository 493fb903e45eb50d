import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { ConsoleTab } from '../../support/console';
import { until } from '../../support/until';
import { confirmIn } from './dialogs';
import type { ConsoleStack } from './stack';

const farAway = { Constraints: { MinCreationDelay: '24h' } };

/** The tests of what the pages do beside calls: settings, rules, versions, jobs, webhooks, keys. Each looks at the API for the effect. */
export function pageActionTests(stack: () => ConsoleStack): void {
  let tab: ConsoleTab;
  let page: Page;
  beforeAll(async () => {
    tab = await stack().signIn();
    page = tab.page;
  });
  afterAll(async () => {
    await tab.context.close();
    expect(tab.complaints).toEqual([]);
  });
  const dialog = () => page.getByRole('dialog');
  const get = async <Body>(path: string): Promise<Body> => (await stack().env.request<Body>('GET', path)).body;
  /** Presses a button, fills fields of its dialog by their labels, and confirms it. */
  const act = async (button: string, fields: Record<string, string> = {}, confirmBy = button.replace('…', '')) => {
    await page.getByRole('button', { name: button, exact: true }).first().click();
    for (const [label, value] of Object.entries(fields)) await dialog().getByLabel(label).fill(value);
    await confirmIn(page, confirmBy);
  };

  it('creates a campaign as a draft, starts it, and archives it', async () => {
    await tab.open('/campaigns', 'Campaigns');
    await act('New campaign…', { Name: 'Made here', 'Default caller ID': '+14155550100' });
    await page.getByRole('heading', { level: 1, name: 'Made here' }).waitFor();
    const path = `/campaigns/${page.url().split('/').at(-1)}`;
    expect(await get(path)).toMatchObject({ State: 'draft', Data: { DefaultCallerID: '+14155550100' } });
    await act('Start');
    expect(await get(path)).toMatchObject({ State: 'running' });
    await act('Stop…', { 'Type Made here to confirm': 'Made here' });
    await act('Archive…');
    expect(await get(path)).toMatchObject({ State: 'archived' });
    await tab.open('/campaigns?archived=true', 'Campaigns');
    await page.getByRole('link', { name: 'Made here' }).waitFor();
  });

  it('changes the calling hours after a look at the calls that move, and rolls the change back', async () => {
    const created = await stack().env.request<{ CampaignID: string }>('POST', '/campaigns', {
      ...{ Name: 'Hours', DefaultCallerID: '+14155550100' },
    });
    const path = `/campaigns/${created.body.CampaignID}`;
    await tab.open(`${path}/rules`, 'Hours');
    await page.getByRole('button', { name: 'Change…', exact: true }).click();
    await dialog().getByRole('button', { name: 'Add a window' }).click();
    await dialog().getByLabel('Time zone').fill('Europe/Berlin');
    await dialog()
      .getByText(/next calls move/)
      .waitFor();
    await confirmIn(page, 'Change');
    const rules = { TimeZone: 'Europe/Berlin', TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '17:00' }] }] };
    expect(await get(path)).toMatchObject({ Version: 2, Data: { Defaults: { Constraints: rules } } });
    await tab.open(`${path}/versions`, 'Hours');
    await page.getByText('/Defaults', { exact: false }).first().waitFor();
    await page.getByRole('row').filter({ hasNotText: 'current' }).getByRole('button', { name: 'Roll back…' }).click();
    await confirmIn(page, 'Roll back');
    await page.getByText('3 (current)').waitFor();
    expect((await get<{ Data: { Defaults?: unknown } }>(path)).Data.Defaults ?? {}).toEqual({});
  });

  it('reschedules, updates and cancels a job', async () => {
    const { env } = stack();
    const jobId = await env.post({}, farAway);
    const path = `/campaigns/${env.campaignId}/jobs/${jobId}`;
    await tab.open(path, '+14155550123');
    const inDays = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await act('Reschedule…', { 'Call at (your time)': inDays.slice(0, 16) });
    await act('Update…', { 'Data, Metadata, Constraints, Priority, as JSON': '{"Data": {"Plan": "gold"}}' });
    await act('Cancel…');
    const { Data } = (await until(
      () => get<{ Data: { State: string; Data: unknown } }>(path),
      (job) => job.Data.State === 'canceled',
      60_000,
    )) as { Data: { Data: unknown } };
    expect(Data.Data).toEqual({ Plan: 'gold' });
  });

  it('saves the jobs of a filter as a file, and finds a job by its number', async () => {
    const { env } = stack();
    await env.post({}, farAway);
    await tab.open(`/campaigns/${env.campaignId}/jobs?state=scheduled`, /./);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = readFileSync(await (await saved).path(), 'utf8');
    expect(file.split('\n')[0]).toContain('ContactPhoneNumber');
    expect(file).toContain('+14155550123');
    await page.getByLabel('Job id or phone number').fill('+14155550000');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('No job matches the filters.').waitFor();
  });

  it('undoes an import', async () => {
    const { env, url } = stack();
    const form = new FormData();
    const far = JSON.stringify(farAway).replaceAll('"', '""');
    form.append('file', new Blob([`ContactPhoneNumber,Overrides\n+14155550171,"${far}"\n`]), 'contacts.csv');
    const headers = { authorization: `Bearer ${env.key}` };
    const answer = await fetch(`${url}/campaigns/${env.campaignId}/jobs/bulk`, { method: 'POST', headers, body: form });
    const { ImportID } = (await answer.json()) as { ImportID: string };
    await tab.open(`/imports/${ImportID}`, 'Import');
    await page.getByText('completed', { exact: true }).waitFor();
    await act('Undo…', { 'Type undo to confirm': 'undo' });
    const jobs = `/campaigns/${env.campaignId}/jobs?import_id=${ImportID}`;
    await until(
      () => get<{ Jobs: { State: string }[] }>(jobs),
      ({ Jobs }) => Jobs[0]?.State === 'canceled',
      60_000,
    );
  });

  it('disables a webhook, enables it, rotates its secret', async () => {
    const registered = {
      DestinationURL: 'https://receiver.example.com/rotated',
      CampaignIDs: [stack().env.campaignId],
    };
    const { body } = await stack().env.request<{ WebhookID: string }>('POST', '/webhooks', registered);
    await tab.open(`/webhooks/${body.WebhookID}`, /rotated/);
    await act('Disable…');
    expect(await get(`/webhooks/${body.WebhookID}`)).toMatchObject({ Data: { Enabled: false } });
    await act('Enable');
    expect(await get(`/webhooks/${body.WebhookID}`)).toMatchObject({ Data: { Enabled: true } });
    await page.getByRole('button', { name: 'Rotate the secret…' }).click();
    await dialog().getByRole('button', { name: 'Rotate the secret', exact: true }).click();
    await dialog()
      .getByText(/^whsec_/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
  });

  it('suppresses a number that is typed, and erases everything about it', async () => {
    await tab.open('/numbers', 'Numbers');
    await act('Suppress…', { 'Phone number': '+1 415 555 0151' });
    await page.getByLabel('Phone number').fill('+14155550151');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('must not be called', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Erase all…' }).click();
    await dialog().getByLabel('Type +14155550151 to confirm').fill('+14155550151');
    await dialog().getByRole('button', { name: 'Erase all', exact: true }).click();
    await dialog().getByText('0 jobs are being erased.').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
  });

  it('limits the attempts to a number, creates a key that is shown once, and revokes it', async () => {
    await tab.open('/settings', 'Settings');
    await act('Change…', { 'Attempts to one number': '4' });
    expect(await get('/organization')).toMatchObject({
      Data: { MaxAttemptsPerNumber: { Count: 4, Duration: '168h' } },
    });
    await page.getByRole('button', { name: 'New key…' }).click();
    await dialog().getByLabel('Name').fill('Made here');
    await dialog().getByRole('button', { name: 'New key', exact: true }).click();
    const key = (await dialog().locator('code').textContent()) ?? '';
    await dialog().getByRole('button', { name: 'Close' }).click();
    const me = () => fetch(`${stack().url}/me`, { headers: { authorization: `Bearer ${key}` } });
    expect(await (await me()).json()).toMatchObject({ KeyName: 'Made here', Scopes: ['jobs:read'] });
    await page.getByRole('row').filter({ hasText: 'Made here' }).getByRole('button', { name: 'Revoke…' }).click();
    await dialog().getByLabel('Type Made here to confirm').fill('Made here');
    await confirmIn(page, 'Revoke');
    await until(
      async () => (await me()).status,
      (status) => status === 401,
      60_000,
    );
  });

  it('pauses all calls of the organization, and resumes them', async () => {
    await tab.open('/operations', 'Operations');
    const { ID } = await get<{ ID: string }>('/organization');
    await act('Pause all calls…', { [`Type ${ID} to confirm`]: ID });
    expect(await get('/organization')).toMatchObject({ Data: { State: 'paused' } });
    await act('Resume all calls');
    expect(await get('/organization')).toMatchObject({ Data: { State: 'active' } });
  });
}
