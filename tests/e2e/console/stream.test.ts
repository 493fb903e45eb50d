import type { Browser } from 'playwright-core';
import { findChromium, howToGetChromium, startChromium } from '../../support/browser';
import { signInToConsole } from '../../support/console';
import { scaledMs } from '../../support/deadline';
import { joinLiveEnv, type LiveEnv } from '../../support/live-env';

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

(chromium === undefined ? describe.skip : describe)('the stream of events of the console, in Chromium', () => {
  it('shows what happens, while requests that repeat are rare, and ends with its key', async () => {
    const scopes = { Name: 'Watcher', Scopes: ['jobs:read', 'webhooks:manage'] };
    const { body } = await env.request<{ Key: string; KeyID: string }>('POST', '/api-keys', scopes);
    const { page, open, context } = await signInToConsole(browser!, { url, key: body.Key });
    await open('/webhooks', 'Webhooks');
    await page.getByText('Changes appear as they happen.').waitFor();
    await page.getByText('Waiting for events…').waitFor();
    const jobId = await env.post({ Scenario: 'conversation_complete', TalkSeconds: 1 });
    const events = page.getByRole('table', { name: 'Events' });
    await events.getByTitle(jobId).first().waitFor();
    await page.getByLabel('Kind').selectOption('call_ended');
    await events.getByText('call ended').first().waitFor();
    await page.getByLabel('Updates').selectOption('held');
    await page.getByText('Nothing on the page changes.').waitFor();
    await page.getByLabel('Updates').selectOption('live');
    await page.getByText('Changes appear as they happen.').waitFor();

    await env.request('DELETE', `/api-keys/${body.KeyID}`);
    await page.getByRole('heading', { level: 1, name: 'Sign in to Outdial' }).waitFor();
    await context.close();
  });

  it('shows a job that changes on a page that asks every 30 s', async () => {
    const { page, open, context } = await signInToConsole(browser!, { url, key: env.key });
    await open(`/campaigns/${env.campaignId}/jobs`, 'Live');
    await page.getByText('Changes appear as they happen.').waitFor();
    const jobId = await env.post({}, { Constraints: { MinCreationDelay: '24h' } });
    const jobs = page.getByRole('table', { name: 'Jobs' });
    await open(`/campaigns/${env.campaignId}/jobs?search=${jobId}`, 'Live');
    await page.getByText('Changes appear as they happen.').waitFor();
    await jobs.getByText('scheduled', { exact: true }).waitFor();
    await env.request('POST', `/campaigns/${env.campaignId}/jobs/${jobId}/cancel`);
    await jobs
      .getByText('canceled', { exact: true })
      .first()
      .waitFor({ timeout: scaledMs(20_000) });
    await context.close();
  });
});
