import type { Page } from 'playwright-core';
import type { ConsoleTab } from '../../support/console';
import type { LiveEnv } from '../../support/live-env';
import { until } from '../../support/until';
import { confirmIn } from './dialogs';
import type { ConsoleStack } from './stack';

const farAway = { Constraints: { MinCreationDelay: '24h' } };

/** The tests of what can be done with campaigns, calls, imports and numbers. */
export function actionTests(stack: () => ConsoleStack): void {
  let env: LiveEnv;
  let url: string;
  let tab: ConsoleTab;
  let page: Page;
  beforeAll(async () => {
    ({ env, url } = stack());
    tab = await stack().signIn();
    page = tab.page;
  });
  afterAll(async () => {
    await tab.context.close();
    expect(tab.complaints).toEqual([]);
  });
  const dialog = () => page.getByRole('dialog');
  const confirm = (name: string): Promise<void> => confirmIn(page, name);
  const stateOf = async (): Promise<string> =>
    (await env.request<{ State: string }>('GET', `/campaigns/${env.campaignId}`)).body.State;

  it('pauses and resumes a campaign, and shows the request as code', async () => {
    await tab.open(`/campaigns/${env.campaignId}`, 'Live');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await dialog().getByText('As command line, curl, TypeScript').click();
    await dialog().getByText(`npx outdial campaigns pause ${env.campaignId}`).waitFor();
    await dialog().getByLabel('curl', { exact: true }).check();
    await dialog().getByText(`curl -sS -X POST ${url}/campaigns/${env.campaignId}/pause`).waitFor();
    await dialog().getByLabel('TypeScript', { exact: true }).check();
    await dialog().getByText(`outdial.campaigns.pause("${env.campaignId}")`).waitFor();
    await confirm('Pause');
    expect(await stateOf()).toBe('paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await confirm('Resume');
    expect(await stateOf()).toBe('running');
  });

  it('places a call, plays both sides, shows what is said, and stops it', async () => {
    await tab.open(`/try?campaign=${env.campaignId}`, 'Try it');
    await page.getByLabel("Contact's number").fill('+1 415 555 0177');
    await page.getByLabel('Seconds of talk').fill('25');
    await page.getByText('All gates are open').waitFor();
    await page.getByRole('button', { name: 'Ring' }).click();
    await confirm('Ring');
    await page.getByRole('heading', { level: 1, name: '+14155550177' }).waitFor();
    const jobId = page.url().split('/').at(-1)!;
    await env.call(jobId, ({ State }) => State === 'active');

    await tab.open('/calls', 'Live calls');
    const card = page.getByRole('article', { name: 'Call to +14155550177' });
    await card.getByRole('button', { name: 'Listen to contact' }).click();
    await card.getByRole('button', { name: 'Listen to assistant' }).click();
    for (const side of ['contact', 'assistant']) {
      const meter = card.getByLabel(`Level of the ${side}`);
      await until(
        () => meter.evaluate((element) => (element as unknown as { value: number }).value),
        (level) => level > 0.2,
        40_000,
      );
    }
    await card.getByText('Hello').first().waitFor();
    await card.getByRole('button', { name: 'Stop…' }).click();
    await dialog().getByLabel('Reason').fill('A test.');
    await confirm('Stop');
    await env.call(jobId, ({ State }) => State === 'ended');
    await card.getByText('ended', { exact: true }).waitFor();
  });

  it('imports a file whose columns are named otherwise, after a dry run', async () => {
    await tab.open(`/import?campaign=${env.campaignId}`, 'Import contacts');
    const content = 'Phone;Full name;City\n+14155550161;Ada;Paris\n+14155550162;"Grace; H.";\nnothing;Eve;Rome\n';
    await page
      .getByLabel(/^File/)
      .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await expect(page.getByLabel('Field of Phone').inputValue()).resolves.toBe('ContactPhoneNumber');
    await expect(page.getByLabel('Field of Full name').inputValue()).resolves.toBe('ContactName');
    await expect(page.getByLabel('Field of City').inputValue()).resolves.toBe('in Data');
    const review = page.getByRole('region', { name: '3. Dry run' });
    await review.getByText('Invalid', { exact: true }).waitFor();
    await review.getByText('Expected').first().waitFor();

    const good = content.replace('nothing;Eve;Rome\n', '');
    await page
      .getByLabel(/^File/)
      .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(good) });
    const start = page.getByRole('button', { name: 'Start the import' });
    await until(
      () => start.getAttribute('aria-disabled'),
      (disabled) => disabled === null,
    );
    await start.click();
    await confirm('Start the import');
    await page.getByText('completed', { exact: true }).waitFor();
    const importId = page.url().split('/').at(-1)!;
    await page.getByRole('link', { name: 'Its jobs' }).click();
    await page.getByRole('link', { name: 'Grace; H.' }).click();
    await page.getByText('Facts as JSON').waitFor();
    const query = `import_id=${importId}`;
    const { body } = await env.request<{ Jobs: { ID: string; ContactName: string }[] }>(
      'GET',
      `/campaigns/${env.campaignId}/jobs?${query}`,
    );
    expect(body.Jobs.map(({ ContactName }) => ContactName).sort()).toEqual(['Ada', 'Grace; H.']);
    const ada = body.Jobs.find(({ ContactName }) => ContactName === 'Ada')!;
    expect(await env.job(ada.ID)).toMatchObject({ Data: { Data: { City: 'Paris' } } });
  });

  it('changes many jobs by a filter, after it has counted them', async () => {
    const jobIds = await Promise.all([env.post({}, farAway), env.post({}, farAway)]);
    await tab.open(`/campaigns/${env.campaignId}/jobs?state=scheduled`, 'Live');
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await dialog()
      .getByText(/^[2-9]\d* jobs match\.$/)
      .waitFor();
    await confirm('Cancel');
    for (const jobId of jobIds)
      await until(
        async () => (await env.job(jobId)).Data.State,
        (state) => state === 'canceled',
      );
    await page.getByRole('table', { name: 'Bulk actions' }).getByText('cancel').first().waitFor();
    const redial = page.getByRole('button', { name: 'Redial…' });
    await expect(redial.getAttribute('aria-disabled')).resolves.toBe('true');
    await redial.hover();
    await page.getByRole('tooltip', { name: /Only jobs that are completed, failed, canceled/ }).waitFor();
  });

  it('erases only what is named by the person', async () => {
    const jobId = await env.post({}, farAway);
    await tab.open(`/campaigns/${env.campaignId}/jobs/${jobId}`, '+14155550123');
    await page.getByRole('button', { name: 'Erase…' }).click();
    const erase = dialog().getByRole('button', { name: 'Erase', exact: true });
    // Playwright itself would wait until it may be clicked.
    await erase.click({ force: true });
    expect(['deleting', 'deleted']).not.toContain((await env.job(jobId)).Data.State);
    await dialog().getByLabel('Type erase to confirm').fill('erase');
    await confirm('Erase');
    await page.getByRole('heading', { level: 1, name: 'Erased job' }).waitFor();
  });

  it('suppresses a number, says so, and lifts it', async () => {
    await tab.open('/numbers/%2B14155550155', '+14155550155');
    await page.getByText('may be called', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Suppress…' }).click();
    await dialog().getByLabel('Reason').selectOption('complaint');
    await confirm('Suppress');
    await page.getByText('must not be called', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Lift…' }).click();
    await dialog().getByLabel('Type lift to confirm').fill('lift');
    await confirm('Lift');
    await page.getByText('may be called', { exact: true }).waitFor();
  });

  it('shows the signing secret of a new webhook once, and the attempts of its deliveries', async () => {
    await tab.open('/webhooks', 'Webhooks');
    await page.getByRole('button', { name: 'New webhook…' }).click();
    await dialog().getByLabel('Destination URL').fill('https://receiver.example.com/console');
    await dialog().getByRole('button', { name: 'New webhook', exact: true }).click();
    await dialog()
      .getByText(/^whsec_/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'https://receiver.example.com/console' }).first().click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await confirm('Send a test event');
    await page.getByRole('button', { name: 'Attempts' }).first().click();
    await dialog().getByRole('table', { name: 'Attempts' }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await dialog().getByLabel('Type delete to confirm').fill('delete');
    await confirm('Delete');
  });
}
