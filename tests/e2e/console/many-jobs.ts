import type { Page } from 'playwright-core';
import { newId } from '../../../shared/adapters/ids';
import type { Job } from '../../../shared/domain/job/job';
import { noMetrics } from '../../../shared/domain/job/metrics';
import { untilLoaded, type ConsoleTab } from '../../support/console';
import { listedJobs } from '../../support/sizes';
import { until } from '../../support/until';
import type { ConsoleStack } from './stack';

/** Larger commands stall the embedded server for seconds. */
const perInsert = 250;
/** Of ten jobs in a row; the filters below find a part of any size. */
const states: readonly Job['State'][] = [
  ...(['scheduled', 'completed', 'scheduled', 'failed', 'scheduled'] as const),
  ...(['completed', 'scheduled', 'canceled', 'scheduled', 'scheduled'] as const),
];

function aListedJob(stack: ConsoleStack, CampaignID: string, { n, nowMs }: { n: number; nowMs: number }): Job {
  const State = states[n % states.length]!;
  const atMs = nowMs - n * 1_000;
  return {
    ...{ ID: newId('job'), OrgID: stack.orgId, CampaignID, State, Sequence: 2, CampaignVersion: 1 },
    ...{
      PhoneNumber: `+1415${2_000_000 + n}`,
      ContactName: `Contact ${n}`,
      Overrides: {},
      Metrics: noMetrics,
      CallCount: 0,
    },
    ...{ CreatedMS: atMs, UpdatedMS: atMs, EventTimeMS: atMs },
    ...(State === 'scheduled' ? { NextCallMS: nowMs + 30 * 86_400_000, HeldBy: 'MinCreationDelay' as const } : {}),
    ...(State === 'failed' ? { FailureReason: 'max_attempts_exceeded' as const } : {}),
  };
}

/** Stores the jobs as an import does, without the service. @returns their campaign */
export async function storeManyJobs(stack: ConsoleStack, count: number): Promise<string> {
  const { body } = await stack.env.request<{ CampaignID: string }>('POST', '/campaigns', {
    ...{ Name: 'Many', State: 'draft', DefaultCallerID: '+14155550100' },
  });
  const nowMs = Date.now();
  for (let from = 0; from < count; from += perInsert) {
    const batch = Array.from({ length: Math.min(perInsert, count - from) }, (_, i) =>
      aListedJob(stack, body.CampaignID, { n: from + i, nowMs }),
    );
    await stack.store.jobs.insertMissing(batch);
  }
  await untilCounted(stack, body.CampaignID);
  return body.CampaignID;
}

/** What has just been stored is counted into the statistics of its campaign: that is another load than to list it. */
async function untilCounted({ mongo }: ConsoleStack, CampaignID: string): Promise<void> {
  const jobs = mongo.db.collection('jobs');
  await until(
    () => jobs.findOne({ CampaignID, Uncounted: { $gte: 1 } }, { projection: { _id: 1 } }),
    (uncounted) => uncounted === null,
    120_000,
  );
}

/** Does something in the page, until the frame is painted in which the first row of the list is another one. */
const untilPainted = (act: string): string => `new Promise((done) => {
  const first = () => document.querySelector('main tbody a[title^=job_]')?.title;
  const before = first();
  const choose = (label, value) => {
    const select = [...document.querySelectorAll('main select')].find((each) => each.closest('label')?.textContent.startsWith(label));
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(select, value);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const follow = (name) => [...document.querySelectorAll('main nav a')].find(({ textContent }) => textContent === name).click();
  const observer = new MutationObserver(() => {
    const now = first();
    if (now === undefined || now === before) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(done));
  });
  observer.observe(document.querySelector('main'), { childList: true, subtree: true, attributes: true });
  ${act};
})`;

/** Each filter, with the state of the jobs that it selects. */
const filters: readonly { act: string; state: string }[] = [
  ...['failed', 'completed', 'canceled', 'scheduled'].map((state) => ({ act: `choose('State', '${state}')`, state })),
  { act: `choose('Test jobs', 'false'); choose('State', 'completed')`, state: 'completed' },
];
const follow = (name: string) => `follow('${name}')`;

/**
 * Lists and filters as a person does.
 * @param paint is called for each list; `bench/console.ts` measures it
 * @returns the states of each list, with the one that its filter selects
 */
export async function browse(
  page: Page,
  paint: (act: () => Promise<unknown>) => Promise<unknown> = (act) => act(),
): Promise<{ selected: string; shown: string[] }[]> {
  const lists: { selected: string; shown: string[] }[] = [];
  const list = async (act: string, selected: string): Promise<void> => {
    await paint(() => page.evaluate(untilPainted(act)));
    await untilLoaded(page);
    const rows = await page.locator('main tbody tr').allInnerTexts();
    lists.push({
      selected,
      shown: [...new Set(rows.flatMap((row) => states.find((state) => row.includes(state)) ?? row))],
    });
  };
  for (const { act, state } of filters) {
    await list(act, state);
    await list(follow('Next page'), state);
    await list(follow('First page'), state);
  }
  return lists;
}

/** Opens the list of the jobs. */
export async function openManyJobs(stack: ConsoleStack, campaignId: string): Promise<ConsoleTab> {
  const tab = await stack.signIn({ path: `/campaigns/${campaignId}/jobs` });
  await tab.open(`/campaigns/${campaignId}/jobs`, 'Many');
  await tab.page.getByRole('table', { name: 'Jobs' }).waitFor();
  return tab;
}

/** The tests of a list that is long. */
export function manyJobsTests(stack: () => ConsoleStack): void {
  it(`lists ${listedJobs} jobs page by page, and those that a filter selects`, async () => {
    const campaignId = await storeManyJobs(stack(), listedJobs);
    const { page, context, complaints } = await openManyJobs(stack(), campaignId);
    for (const { selected, shown } of await browse(page)) expect(shown).toEqual([selected]);
    await context.close();
    expect(complaints).toEqual([]);
    // To store 100,000 takes minutes.
  }, 300_000);
}
