/**
 * `npm run console:screenshots -- [--url URL] [--key KEY]`: makes the pictures of docs/console.md against a running `npm start`, which it
 * finds as the command line does. It creates the campaign "Renewals" with some jobs, and leaves it behind.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { resolveSettings } from '../../../apps/cli/settings';
import { findChromium, howToGetChromium, startChromium } from '../../support/browser';
import { signInToConsole, untilLoaded } from '../../support/console';
import { createRequest, type Request } from '../../support/requests';
import { until } from '../../support/until';

const folder = join(__dirname, '../../../docs/console');
const viewport = { width: 1120, height: 700 };
const numbers = ['+14155550101', '+14155550102', '+14155550103', '+14155550104', '+14155550105'];
const names = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Edsger Dijkstra', 'Barbara Liskov'];
const scenarios = ['conversation_complete', 'contact_busy', 'asks_if_bot', 'wrong_contact', 'conversation_complete'];

interface Made {
  campaignId: string;
  jobId: string;
}

/** A campaign with a job of each kind, one of them in a call for as long as the pictures take. */
async function prepare(request: Request): Promise<Made> {
  const created = await request<{ CampaignID: string }>('POST', '/campaigns', {
    Name: 'Renewals',
    DefaultCallerID: '+14155550100',
    JitterSeconds: 0,
    Defaults: { Constraints: { TimeZone: 'America/New_York' } },
    Variants: [
      { ID: 'short-greeting', Weight: 1 },
      { ID: 'long-greeting', Weight: 1 },
    ],
  });
  const campaignId = created.body.CampaignID;
  const post = async (index: number, simulator: Record<string, unknown>): Promise<string> => {
    const body = {
      ContactPhoneNumber: numbers[index],
      ContactName: names[index],
      Overrides: { Integrations: { simulator: { RingSeconds: 0, ...simulator } } },
    };
    return (await request<{ JobID: string }>('POST', `/campaigns/${campaignId}/jobs`, body)).body.JobID;
  };
  const jobIds: string[] = [];
  for (const [index, Scenario] of scenarios.entries())
    jobIds.push(await post(index, { Scenario, TalkSeconds: index === 0 ? 12 : 4 }));
  await post(1, { Scenario: 'conversation_complete', TalkSeconds: 300 });
  const jobId = jobIds[0] ?? '';
  await until(
    async () => (await request<{ Data: { State: string } }>('GET', `/campaigns/${campaignId}/jobs/${jobId}`)).body,
    ({ Data }) => Data.State === 'completed',
    60_000,
  );
  // The windows come last: the jobs above were called whatever the hour is.
  const Constraints = {
    TimeZone: 'America/New_York',
    TimeRules: [
      {
        Weekdays: ['Mo', 'Tu', 'We', 'Th', 'Fr'],
        TimeRanges: [
          { Start: '09:00', End: '12:30' },
          { Start: '13:30', End: '18:00' },
        ],
      },
      { Weekdays: ['Sa'], TimeRanges: [{ Start: '10:00', End: '14:00' }] },
    ],
  };
  await request('PATCH', `/campaigns/${campaignId}`, { Defaults: { Constraints } });
  return { campaignId, jobId };
}

const pagesOf = ({ campaignId, jobId }: Made): Record<string, string> => ({
  now: '/',
  campaigns: '/campaigns',
  campaign: `/campaigns/${campaignId}`,
  jobs: `/campaigns/${campaignId}/jobs`,
  rules: `/campaigns/${campaignId}/rules`,
  variants: `/campaigns/${campaignId}/variants`,
  versions: `/campaigns/${campaignId}/versions`,
  activity: `/campaigns/${campaignId}/activity`,
  job: `/campaigns/${campaignId}/jobs/${jobId}`,
  calls: '/calls',
  import: `/import?campaign=${campaignId}`,
  numbers: '/numbers/%2B14155550101',
  webhooks: '/webhooks',
  operations: '/operations',
  try: `/try?campaign=${campaignId}`,
  settings: '/settings',
});

const contacts = 'Phone,Full name,Plan\n+14155550111,Ada,gold\n+14155550112,Grace,silver\n+14155550113,Alan,gold\n';

/** What a page shows only after an action. */
async function arrange(page: Page, name: string): Promise<void> {
  if (name === 'import') {
    const file = { name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(contacts) };
    await page.getByLabel(/^File/).setInputFiles(file);
    await page.getByText('With a planned call').waitFor();
  }
  if (name === 'job') {
    await page.getByRole('button', { name: 'Show the waveform' }).click();
    await page.getByRole('img', { name: /^Waveform/ }).waitFor();
  }
  const shown = { job: 'Call 1', import: '3. Dry run' }[name];
  if (shown !== undefined)
    await page
      .getByRole('region', { name: shown })
      .evaluate((part: { scrollIntoView: () => void }) => part.scrollIntoView());
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, key: { type: 'string' } } });
  const chromium = findChromium();
  if (chromium === undefined) throw new Error(howToGetChromium);
  const { url, key } = resolveSettings(values, process.env);
  const made = await prepare(createRequest(url, key));
  const browser = await startChromium(chromium);
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, context } = await signInToConsole(browser, {
      url,
      key,
      colorScheme,
      viewport,
      timezoneId: 'America/New_York',
    });
    for (const [name, path] of Object.entries(pagesOf(made))) {
      await page.goto(`${url}/console${path}`);
      await untilLoaded(page);
      await arrange(page, name);
      await untilLoaded(page);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    }
    await context.close();
  }
  await browser.close();
}

void main();
