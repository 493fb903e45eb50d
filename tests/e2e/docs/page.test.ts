import type { Browser } from 'playwright-core';
import { startTestApi, type TestApi } from '../../support/api';
import { findChromium, howToGetChromium, startChromium } from '../../support/browser';
import { routes } from '../../../apps/api/routes';

jest.setTimeout(120_000);
const chromium = findChromium();
// Loud: a run without a browser must not look like one with it.
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

(chromium === undefined ? describe.skip : describe)('the page of the API, in Chromium', () => {
  it('shows every operation, asks nobody else for anything, and breaks no rule of its policy', async () => {
    const page = await browser!.newPage();
    const [complaints, elsewhere]: [string[], string[]] = [[], []];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== 'data:' && host !== new URL(api.url).host) elsewhere.push(request.url());
    });
    await page.goto(`${api.url}/docs`);
    await page
      .locator('.opblock')
      .nth(routes.length - 1)
      .waitFor({ timeout: 60_000 });
    for (const { path } of routes) {
      const shown = path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
      expect({ path, shown: await page.locator(`.opblock [data-path="${shown}"]`).count() }).not.toMatchObject({
        shown: 0,
      });
    }
    await page.getByText('Create a job').first().click();
    await page.getByText('ContactPhoneNumber').first().waitFor({ timeout: 30_000 });
    await page.getByText('A job has moved').first().waitFor({ timeout: 30_000 });
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
  });
});
