import type { Browser, Page } from 'playwright-core';
import { findChromium, howToGetChromium, startChromium } from '../../support/browser';
import { scaledMs } from '../../support/deadline';
import { joinLiveEnv, type LiveEnv } from '../../support/live-env';
import { until } from '../../support/until';

jest.setTimeout(300_000);
const chromium = findChromium();
// Loud: a run without a browser must not look like one with it.
if (chromium === undefined) console.warn(howToGetChromium);

let testEnv: LiveEnv;
let browser: Browser | undefined;
beforeAll(async () => {
  if (chromium === undefined) return;
  [testEnv, browser] = await Promise.all([joinLiveEnv(), startChromium(chromium)]);
});
afterAll(async () => {
  if (chromium === undefined) return;
  await browser?.close();
});

/** Opens the page, and keeps everything that it complains of or asks for elsewhere. */
async function open(address: string): Promise<{ page: Page; complaints: string[]; elsewhere: string[] }> {
  const page = await browser!.newPage();
  const [complaints, elsewhere]: [string[], string[]] = [[], []];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(address).host) elsewhere.push(request.url());
  });
  await page.goto(address);
  return { page, complaints, elsewhere };
}

const within = { timeout: scaledMs(15_000) };

(chromium === undefined ? describe.skip : describe)('the page to listen with, in Chromium', () => {
  it('plays both sides, moves their meters, shows what is said, and stops the call', async () => {
    const jobId = await testEnv.post({ Scenario: 'conversation_complete', TalkSeconds: 120 });
    const { ID: callId } = await testEnv.call(jobId, ({ State }) => State === 'active');
    const given = new URLSearchParams({ campaign: testEnv.campaignId, job: jobId, call: callId, key: testEnv.key });
    const { page, complaints, elsewhere } = await open(`${testEnv.apis[0]?.url ?? ''}/listen#${given.toString()}`);
    expect(page.url()).not.toContain(testEnv.key);

    await page.click('#listen');
    await page.getByText('Listening.').waitFor(within);
    // The level comes from the samples that the audio thread really played.
    for (const channel of ['user', 'bot']) {
      await until(
        () => page.getAttribute(`#meter-${channel}`, 'data-peak'),
        (peak) => Number(peak) > 0.3,
        40_000,
      );
    }
    await page.getByText('Assistant: Hello, this is Outdial calling.').waitFor(within);

    await page.click('#stop');
    await page.getByText('The call has ended.').waitFor(within);
    const call = await testEnv.call(jobId, ({ State }) => State === 'ended');
    expect(call.EndedReason).toBe('assistant_hung_up');
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
  });

  it('says what is wrong when the key or the call is', async () => {
    const { page } = await open(`${testEnv.apis[0]?.url ?? ''}/listen`);
    await page.fill('#key', 'x'.repeat(32));
    await page.fill('#campaign', testEnv.campaignId);
    await page.fill('#job', 'job_none');
    await page.click('#listen');
    await page.getByText('Unknown API key.').waitFor(within);
    await page.fill('#key', testEnv.key);
    await page.click('#listen');
    await page.getByText('Job not found.').waitFor(within);
  });
});
