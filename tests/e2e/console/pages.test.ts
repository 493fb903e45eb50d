import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { findChromium, howToGetChromium, startChromium } from '../../support/browser';
import { builtFolder } from '../../support/build';
import { signInToConsole, untilLoaded, type ConsoleTab } from '../../support/console';
import { joinLiveEnv, type LiveEnv } from '../../support/live-env';

jest.setTimeout(300_000);
const chromium = findChromium();
if (chromium === undefined) console.warn(howToGetChromium);

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

let env: LiveEnv;
let browser: Browser | undefined;
let url: string;
let jobId: string;
beforeAll(async () => {
  if (chromium === undefined) return;
  [env, browser] = await Promise.all([joinLiveEnv(), startChromium(chromium)]);
  url = env.apis[0]!.url;
  await env.request('PATCH', `/campaigns/${env.campaignId}`, {
    Name: 'Renewals',
    Defaults: { Constraints: { TimeZone: 'UTC', TimeRules: [{ TimeRanges: [{ Start: '00:00', End: '24:00' }] }] } },
    Variants: [
      { ID: 'a', Weight: 1 },
      { ID: 'b', Weight: 1 },
    ],
    BlackoutDates: [{ From: '2030-12-25', Name: 'Christmas' }],
  });
  await env.request('POST', '/webhooks', { DestinationURL: 'https://receiver.example.com/events', Enabled: false });
  jobId = await env.post({ Scenario: 'conversation_complete', TalkSeconds: 1 });
  await env.call(jobId, ({ State, Recordings }) => State === 'ended' && Recordings !== undefined);
});
afterAll(async () => {
  await browser?.close();
});

/** The pages, with their titles. */
const pagesOf = (): [path: string, heading: string | RegExp][] => {
  const campaign = `/campaigns/${env.campaignId}`;
  return [
    ['/', 'Now'],
    ['/campaigns', 'Campaigns'],
    [campaign, 'Renewals'],
    [`${campaign}/jobs`, 'Renewals'],
    [`${campaign}/rules`, 'Renewals'],
    [`${campaign}/variants`, 'Renewals'],
    [`${campaign}/versions`, 'Renewals'],
    [`${campaign}/activity`, 'Renewals'],
    [`${campaign}/jobs/${jobId}`, '+14155550123'],
    ['/calls', 'Live calls'],
    ['/import', 'Import contacts'],
    ['/numbers', 'Numbers'],
    ['/numbers/%2B14155550123', '+14155550123'],
    ['/webhooks', 'Webhooks'],
    ['/operations', 'Operations'],
    ['/try', 'Try it'],
    ['/settings', 'Settings'],
  ];
};

async function findingsOf(page: Page, rules: string): Promise<string[]> {
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${rules}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary ?? ''}`);
}

(chromium === undefined ? describe.skip : describe)('the pages of the console, in Chromium', () => {
  it('lead to no dead end, have no finding of axe in light and dark, complain of nothing, and ask no other host', async () => {
    const tab = await signInToConsole(browser!, { url, key: env.key });
    const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
    const headings = new Map(pagesOf().map(([path, heading]) => [`/console${path}`, heading]));
    const own = [...headings.keys()];
    const findings: string[] = [];
    const visited = await crawl(tab, own, async (page, path) => {
      const name = headings.get(path);
      if (name === undefined) return;
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.evaluate(axe);
      findings.push(...(await findingsOf(page, '{}')).map((finding) => `${path}: ${finding}`));
      await page.emulateMedia({ colorScheme: 'dark' });
      // Only what colors decide differs in dark.
      const dark = await findingsOf(page, `{ runOnly: ['color-contrast'] }`);
      findings.push(...dark.map((finding) => `${path}, dark: ${finding}`));
      await page.emulateMedia({ colorScheme: 'light' });
    });
    expect(findings).toEqual([]);
    expect(visited.size).toBeGreaterThan(own.length);
    await tab.page.goto(`${url}/console/no/such/page`);
    await tab.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await tab.context.close();
    expect(tab.complaints).toEqual([]);
  });

  it('add up: the jobs of a campaign are the sum of where they are', async () => {
    const { page, open, context } = await signInToConsole(browser!, { url, key: env.key });
    await open(`/campaigns/${env.campaignId}`, 'Renewals');
    const equation = (await page.getByTestId('equation').textContent()) ?? '';
    const [all = 0, ...parts] = equation.match(/\d+/g)!.map(Number);
    expect(parts).toHaveLength(4);
    expect(parts.reduce((sum, part) => sum + part)).toBe(all);
    expect(all).toBeGreaterThan(0);
    await context.close();
  });

  it('write numbers and dates as the locale of the browser has them', async () => {
    const german = { url, key: env.key, locale: 'de-DE', timezoneId: 'Europe/Berlin' };
    const { page, open, context } = await signInToConsole(browser!, german);
    await open(`/campaigns/${env.campaignId}/jobs/${jobId}`, '+14155550123');
    const ended = await page.getByRole('list', { name: 'Events' }).getByRole('time').first().textContent();
    expect(ended).toMatch(/^\d{1,2}\. \w+\.?, \d{2}:\d{2}:\d{2}$/);
    await page.getByLabel('Times').selectOption('utc');
    await page.getByRole('time').filter({ hasText: /UTC$/ }).first().waitFor();
    await context.close();
  });

  it('stay within their budgets: 200 kB of script, compressed, and 12 packages at run time', async () => {
    const assets = join(await builtFolder(), 'apps/console/dist/assets');
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const bytes = scripts.map((name) => gzipSync(readFileSync(join(assets, name))).length);
    expect(bytes.length).toBeGreaterThan(0);
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(200_000);
    const manifest = readFileSync(join(__dirname, '../../../apps/console/package.json'), 'utf8');
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies).length).toBeLessThanOrEqual(12);
  });
});

const linksOnPage = `[...document.querySelectorAll('a[href^="/console"]')].map((link) => link.getAttribute('href'))`;
/** How many pages of a kind are opened: others show nothing new. */
const kindsAtMost = 1;

/** Opens every link of the console that the given pages lead to. */
async function crawl(
  { page }: ConsoleTab,
  paths: string[],
  look: (page: Page, path: string) => Promise<void>,
): Promise<Set<string>> {
  const visited = new Set<string>();
  const perKind = new Map<string, number>();
  const queue = [...paths];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const kind = path.replace(/\?.*/, '').replace(/(job|campaign|webhook|import)_\w+|%2B\d+|\+\d+/g, ':id');
    const seen = perKind.get(kind) ?? 0;
    if (visited.has(path) || seen >= kindsAtMost) continue;
    visited.add(path);
    perKind.set(kind, seen + 1);
    await page.goto(new URL(path, url).href);
    await untilLoaded(page);
    const title = await page.getByRole('heading', { level: 1 }).first().textContent();
    if (title === 'Not found') throw new Error(`${path} leads nowhere.`);
    await look(page, path);
    const links = await page.evaluate<string[]>(linksOnPage);
    queue.push(...links);
  }
  return visited;
}
