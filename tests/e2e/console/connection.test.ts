import type { Browser } from 'playwright-core';
import { findChromium, howToGetChromium, startChromium } from '../../support/browser';
import { signInToConsole } from '../../support/console';
import { joinLiveEnv, type LiveEnv } from '../../support/live-env';
import { startLosingProxy, type LosingProxy } from '../../support/losing-proxy';
import { until } from '../../support/until';

jest.setTimeout(300_000);
const chromium = findChromium();
if (chromium === undefined) console.warn(howToGetChromium);

let env: LiveEnv;
let browser: Browser | undefined;
let proxy: LosingProxy | undefined;
beforeAll(async () => {
  if (chromium === undefined) return;
  [env, browser] = await Promise.all([joinLiveEnv(), startChromium(chromium)]);
  proxy = await startLosingProxy(env.apis[0]!.url);
});
afterAll(async () => {
  await browser?.close();
  await proxy?.stop();
});

(chromium === undefined ? describe.skip : describe)('the console when the connection breaks, in Chromium', () => {
  it('creates one job, though the answers to its creation are lost', async () => {
    const { page, open, context } = await signInToConsole(browser!, { url: proxy!.url, key: env.key });
    await open(`/try?campaign=${env.campaignId}`, 'Try it');
    await page.getByLabel("Contact's number").fill('+14155550144');
    await page.getByText('All gates are open').waitFor();
    proxy!.lose(3, (method, path) => method === 'POST' && path.endsWith('/jobs'));
    await page.getByRole('button', { name: 'Ring' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ring' }).click();
    await page.getByText('The connection was lost. Sending the same request again…').waitFor();
    await page.getByRole('heading', { level: 1, name: '+14155550144' }).waitFor();
    const search = `/campaigns/${env.campaignId}/jobs/search?search=%2B14155550144`;
    const { body } = await env.request<{ Jobs: unknown[] }>('GET', search);
    expect(body.Jobs).toHaveLength(1);
    await context.close();
  });

  it('creates one job, also when the person gives up waiting and clicks again', async () => {
    const { page, open, context } = await signInToConsole(browser!, { url: proxy!.url, key: env.key });
    await open(`/try?campaign=${env.campaignId}`, 'Try it');
    await page.getByLabel("Contact's number").fill('+14155550145');
    await page.getByText('All gates are open').waitFor();
    await page.getByRole('button', { name: 'Ring' }).click();
    // More than the page repeats without a click: then the dialog says so, and stays.
    proxy!.lose(4, (method, path) => method === 'POST' && path.endsWith('/jobs'));
    const ring = page.getByRole('dialog').getByRole('button', { name: 'Ring' });
    await ring.click();
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText('The service is unreachable')
      .waitFor({ timeout: 60_000 });
    await ring.click();
    await page.getByRole('heading', { level: 1, name: '+14155550145' }).waitFor();
    const search = `/campaigns/${env.campaignId}/jobs/search?search=%2B14155550145`;
    const { body } = await env.request<{ Jobs: unknown[] }>('GET', search);
    expect(body.Jobs).toHaveLength(1);
    await context.close();
  });

  it('keeps what it shows while the service is down, and goes on once it is back', async () => {
    const { page, open, context } = await signInToConsole(browser!, { url: proxy!.url, key: env.key });
    await env.post({}, { Constraints: { MinCreationDelay: '24h' } });
    await open(`/campaigns/${env.campaignId}/jobs?state=scheduled`, 'Live');
    const job = page.getByRole('table', { name: 'Jobs' }).getByText('+14155550123');
    await job.waitFor();
    const stale = page.getByText('Shown is what was last received.');
    proxy!.goDown();
    await stale.first().waitFor({ timeout: 60_000 });
    await expect(job.isVisible()).resolves.toBe(true);
    proxy!.comeBack();
    await until(
      () => stale.count(),
      (notices) => notices === 0,
      60_000,
    );
    await expect(job.isVisible()).resolves.toBe(true);
    await context.close();
  });
});
