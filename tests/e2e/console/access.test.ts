import type { Browser } from 'playwright-core';
import { findChromium, howToGetChromium, startChromium } from '../../support/browser';
import { openConsole, signInToConsole, untilLoaded } from '../../support/console';
import { joinLiveEnv, type LiveEnv } from '../../support/live-env';
import { until } from '../../support/until';

jest.setTimeout(300_000);
const chromium = findChromium();
if (chromium === undefined) console.warn(howToGetChromium);

let env: LiveEnv;
let browser: Browser | undefined;
let url: string;
beforeAll(async () => {
  if (chromium === undefined) return;
  [env, browser] = await Promise.all([joinLiveEnv(), startChromium(chromium)]);
  url = env.apis[0]!.url;
});
afterAll(async () => {
  await browser?.close();
});

/** What changes nothing. */
const harmless = /^(Jump to|Sign out|Find$|Clear$|Copy$|Show )/;
const enabledButtons = `[...document.querySelectorAll('button:not([aria-disabled])')].map((button) => button.textContent)`;

(chromium === undefined ? describe.skip : describe)('who may use the console, in Chromium', () => {
  it('says why a key with fewer scopes may not act, and masks whom the campaign calls', async () => {
    const scopes = { Name: 'Reader', Scopes: ['jobs:read'] };
    const { body } = await env.request<{ Key: string; KeyID: string }>('POST', '/api-keys', scopes);
    const jobId = await env.post({ Scenario: 'conversation_complete', TalkSeconds: 1 });
    await env.call(jobId, ({ State }) => State === 'ended');
    const reader = await signInToConsole(browser!, { url, key: body.Key });
    await reader.open(`/campaigns/${env.campaignId}/jobs/${jobId}`, /•/);
    await expect(reader.page.getByText('+14155550123').count()).resolves.toBe(0);
    await reader.open(`/campaigns/${env.campaignId}`, 'Live');
    const pause = reader.page.getByRole('button', { name: 'Pause', exact: true });
    await expect(pause.getAttribute('aria-disabled')).resolves.toBe('true');
    await pause.focus();
    await reader.page.getByRole('tooltip', { name: 'Your key lacks the scope campaigns:manage.' }).first().waitFor();
    await reader.page.keyboard.press('Enter');
    await expect(reader.page.getByRole('dialog').count()).resolves.toBe(0);
    await reader.open('/webhooks', 'Webhooks');
    await reader.page.getByText('Your key lacks the scope webhooks:manage.').first().waitFor();

    // A revoked key ends what it has opened.
    await env.request('DELETE', `/api-keys/${body.KeyID}`);
    await reader.page.getByRole('link', { name: 'Campaigns' }).click();
    await reader.page.getByRole('heading', { level: 1, name: 'Sign in to Outdial' }).waitFor();
    await reader.context.close();
  });

  it('lets a key that only reads press no button that acts, on any page', async () => {
    const scopes = { Name: 'Reader', Scopes: ['jobs:read'] };
    const { body } = await env.request<{ Key: string }>('POST', '/api-keys', scopes);
    const { page, context } = await signInToConsole(browser!, { url, key: body.Key });
    const jobId = await env.post({}, { Constraints: { MinCreationDelay: '24h' } });
    const campaign = `/campaigns/${env.campaignId}`;
    const tabs = ['', '/jobs', '/rules', '/versions', `/jobs/${jobId}`].map((tab) => campaign + tab);
    const pages = ['/', '/campaigns', ...tabs, '/numbers/%2B14155550123', '/operations', '/try', '/settings'];
    const acting: string[] = [];
    for (const path of pages) {
      await page.goto(`${url}/console${path}`);
      await page.locator('button[aria-disabled]').first().waitFor();
      await untilLoaded(page);
      const buttons = await page.evaluate<string[]>(enabledButtons);
      acting.push(...buttons.filter((name) => !harmless.test(name)).map((name) => `${path}: ${name}`));
    }
    await context.close();
    expect(acting).toEqual([]);
  });

  it('says what does not exist, under a title', async () => {
    const { page, open, context } = await signInToConsole(browser!, { url, key: env.key });
    await open('/webhooks/webhook_none', 'Webhook');
    await page.getByRole('alert').getByText('Webhook not found.').waitFor();
    await open('/campaigns/campaign_none/jobs', 'Campaign');
    await page.getByRole('alert').getByText('Campaign not found.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await context.close();
  });

  it('signs in by a link once, refuses unknown keys, and signs out', async () => {
    const { body } = await env.request<{ Ticket: string }>('POST', '/sign-in-tickets', {});
    const first = await openConsole(browser!, url);
    await first.page.getByLabel('API key').fill('x'.repeat(32));
    await first.page.getByRole('button', { name: 'Sign in' }).click();
    await first.page.getByRole('alert').getByText('Unknown API key.').waitFor();
    await first.page.goto(`${url}/console/#ticket=${body.Ticket}`);
    await first.page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    expect(first.page.url()).toBe(`${url}/console/`);
    expect(await first.page.evaluate('document.cookie')).toBe('');
    await first.page.getByRole('button', { name: 'Sign out' }).click();
    await first.page.getByRole('heading', { level: 1, name: 'Sign in to Outdial' }).waitFor();
    await first.page.goto(`${url}/console/#ticket=${body.Ticket}`);
    await first.page.getByRole('alert').waitFor();
    await first.context.close();
  });

  it('leads to a campaign and acts on it by the keyboard alone', async () => {
    const { page: keys, context } = await signInToConsole(browser!, { url, key: env.key });
    await keys.keyboard.press('Control+k');
    await keys.keyboard.type(env.campaignId);
    await keys.getByRole('list', { name: 'Found' }).getByRole('button', { name: 'Live campaign' }).waitFor();
    await keys.keyboard.press('Enter');
    await keys.getByRole('heading', { level: 1, name: 'Live' }).waitFor();
    const focused = () => keys.evaluate<string>(`document.activeElement?.textContent ?? ''`);
    await until(
      async () => {
        await keys.keyboard.press('Tab');
        return focused();
      },
      (text) => text === 'Duplicate…',
    );
    await keys.keyboard.press('Enter');
    await keys.getByRole('dialog', { name: 'Duplicate' }).waitFor();
    await keys.keyboard.press('Escape');
    await keys.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Duplicate…');
    await context.close();
  });
});
