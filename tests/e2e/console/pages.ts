import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtFolder } from '../../support/build';
import { scaledMs } from '../../support/deadline';
import { crawl, type Crawled } from './crawl';
import { pagesOf, secrets, type Furnished } from './furnished';
import { compareWithApi, probeApi, comparedRoles } from './roles';
import type { ConsoleStack } from './stack';

/** What each page shows of the organization, beside its title: text that only its data has. */
const shown: Record<string, readonly (string | RegExp)[]> = {
  now: ['Renewals', 'Held', 'ready'],
  campaigns: ['Not started', 'draft', 'Over', 'stopped'],
  overview: [/\d+ jobs = /, 'Renewals', 'a', 'running'],
  draft: ['draft', 'Start'],
  paused: ['paused', '9 of 10 calls', 'provider failed'],
  stopped: ['stopped', 'The campaign is stopped.'],
  jobs: [secrets.name, secrets.numbers[0], 'completed', 'MinCreationDelay'],
  rules: ['Christmas', 'contact busy', 'UTC'],
  variants: ['Answered', '['],
  versions: ['2 (current)', '/RetryRules'],
  activity: ['campaign'],
  'ended job': [secrets.numbers[0], secrets.said, 'Call 1', 'Show the waveform', 'delivered'],
  'waiting job': ['MinCreationDelay', 'Forecast'],
  'live job': ['active', 'Call 1'],
  calls: [secrets.name, 'Listen to contact'],
  import: ['completed', 'Choose a campaign'],
  'import progress': ['100% of 1 rows', 'Jobs created'],
  numbers: ['complaint', 'Look up'],
  number: ['must not be called', 'Country', 'US'],
  webhooks: ['delivered', '/hooks'],
  webhook: ['100% delivered', 'Events'],
  operations: ['MongoDB', 'Temporal', 'Last heartbeat', 'Held'],
  try: ['All gates are open', 'Forecast'],
  settings: ['Test', 'no limit', 'personal:read'],
};

/** The tests of the pages as a whole: what they show, what may be done by whom, and what a person meets who presses everything. */
export function pageTests(stack: () => ConsoleStack, furnished: () => Promise<Furnished>): void {
  let made: Furnished;
  beforeAll(async () => {
    made = await furnished();
  });

  it('show what there is, add up, and have an address for each', async () => {
    const { open, page, context, complaints } = await stack().signIn();
    const missing: string[] = [];
    for (const { name, path, heading } of pagesOf(made)) {
      await open(path, heading);
      for (const text of shown[name] ?? [`what ${name} shows`]) {
        const found = page.getByRole('main').getByText(text).first();
        await found
          .waitFor({ state: 'attached', timeout: scaledMs(20_000) })
          .catch(() => missing.push(`${name}: ${String(text)}`));
      }
    }
    expect(missing).toEqual([]);
    await open(`/campaigns/${made.campaignId}`, 'Renewals');
    const equation = (await page.getByTestId('equation').textContent()) ?? '';
    const [all = 0, ...parts] = equation.match(/\d+/g)!.map(Number);
    expect([parts.length, parts.reduce((sum, part) => sum + part), all > 0]).toEqual([4, all, true]);
    await open('/no/such/page', 'Not found');
    await context.close();
    expect(complaints).toEqual([]);
  });

  it('write numbers and dates as the locale of the browser has them', async () => {
    const { page, context } = await stack().signIn({
      ...{ locale: 'de-DE', timezoneId: 'Europe/Berlin', path: `/campaigns/${made.campaignId}/jobs/${made.endedId}` },
    });
    const ended = await page.getByRole('list', { name: 'Events' }).getByRole('time').first().textContent();
    expect(ended).toMatch(/^\d{1,2}\. \w+\.?, \d{2}:\d{2}:\d{2}$/);
    await page.getByLabel('Times').selectOption('utc');
    await page.getByRole('time').filter({ hasText: /UTC$/ }).first().waitFor();
    await context.close();
  });

  let crawled: Crawled;
  it('lead to no dead end and complain of nothing, whatever is pressed, and axe finds nothing in light and dark', async () => {
    crawled = await crawl(stack(), made);
    expect(crawled.findings).toEqual([]);
    expect(crawled.requests.size).toBeGreaterThan(40);
    expect(crawled.paths.size).toBeGreaterThanOrEqual(pagesOf(made).length);
  });

  it(`let each role press exactly what the API permits, and show it nothing else: ${comparedRoles.join(', ')}`, async () => {
    const compare = async (role: string): Promise<string[]> => [
      ...(await compareWithApi(stack(), made, { crawled, role })),
      ...(await probeApi(stack(), crawled, role)),
    ];
    // Two at a time, as there are processors.
    const half = Math.ceil(comparedRoles.length / 2);
    const inTurn = async (some: string[]): Promise<string[]> => {
      const findings: string[] = [];
      for (const role of some) findings.push(...(await compare(role)));
      return findings;
    };
    const findings = await Promise.all([inTurn(comparedRoles.slice(0, half)), inTurn(comparedRoles.slice(half))]);
    expect(findings.flat()).toEqual([]);
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
}
