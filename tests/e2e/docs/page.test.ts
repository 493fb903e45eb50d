import type { Browser } from 'playwright-core';
import { startTestApi, type TestApi } from '../../support/api';
import { findChromium, howToGetChromium, startChromium } from '../../support/browser';
import { scaledMs } from '../../support/deadline';
import document from '../../../docs/openapi.json';
import { routes } from '../../../apps/api/routes';

jest.setTimeout(120_000);
const chromium = findChromium();
// A run without a browser must not look like a run with one.
if (chromium === undefined) console.warn(howToGetChromium);

let api: TestApi;
let browser: Browser | undefined;
beforeAll(async () => {
  if (chromium === undefined) return;
  [api, browser] = await Promise.all([startTestApi(), startChromium(chromium)]);
});
afterAll(async () => {
  if (chromium === undefined) return;
  await browser?.close();
  await api.stop();
});

(chromium === undefined ? describe.skip : describe)('the API reference page, in Chromium', () => {
  it('shows every operation, sends no request to another host, and violates no rule of its policy', async () => {
    const page = await browser!.newPage();
    const [consoleErrors, foreignRequests]: [string[], string[]] = [[], []];
    page.on('console', (message) => {
      if (message.type() === 'error') consoleErrors.push(message.text());
    });
    page.on('pageerror', (error) => consoleErrors.push(error.message));
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== 'data:' && host !== new URL(api.url).host) foreignRequests.push(request.url());
    });
    await page.goto(`${api.url}/docs`);
    await page
      .locator('.opblock')
      .nth(routes.length - 1)
      .waitFor({ timeout: scaledMs(60_000) });
    for (const { path } of routes) {
      const shown = path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
      expect({ path, shown: await page.locator(`.opblock [data-path="${shown}"]`).count() }).not.toMatchObject({
        shown: 0,
      });
    }
    await page.getByText('Create a job').first().click();
    await page
      .getByText('ContactPhoneNumber')
      .first()
      .waitFor({ timeout: scaledMs(30_000) });
    await page
      .getByText(document.webhooks.job_state_updated.post.summary)
      .first()
      .waitFor({ timeout: scaledMs(30_000) });
    expect({ consoleErrors, foreignRequests }).toEqual({ consoleErrors: [], foreignRequests: [] });
  });
});
