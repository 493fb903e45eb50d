import type { Page } from 'playwright-core';
import { newId } from '../../../shared/adapters/ids';
import type { Job } from '../../../shared/domain/job/job';
import { noMetrics } from '../../../shared/domain/job/metrics';
import { untilLoaded } from '../../support/console';
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

/** Stores the jobs as an import does, without the service. @returns their campaign, and the seconds that it took */
export async function storeManyJobs(
  stack: ConsoleStack,
  count: number,
): Promise<{ campaignId: string; seconds: number }> {
  const { body } = await stack.env.request<{ CampaignID: string }>('POST', '/campaigns', {
    ...{ Name: 'Many', State: 'draft', DefaultCallerID: '+14155550100' },
  });
  const nowMs = Date.now();
  const startedMs = performance.now();
  for (let from = 0; from < count; from += perInsert) {
    const batch = Array.from({ length: Math.min(perInsert, count - from) }, (_, i) =>
      aListedJob(stack, body.CampaignID, { n: from + i, nowMs }),
    );
    await stack.store.jobs.insertMissing(batch);
  }
  await untilCounted(stack, body.CampaignID);
  return { campaignId: body.CampaignID, seconds: (performance.now() - startedMs) / 1_000 };
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

/** Does something in the page, and measures until the frame is painted in which the first row of the list is another one. */
const measured = (act: string): string => `new Promise((done) => {
  const first = () => document.querySelector('main tbody a[title^=job_]')?.title;
  const before = first();
  const choose = (label, value) => {
    const select = [...document.querySelectorAll('main select')].find((each) => each.closest('label')?.textContent.startsWith(label));
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(select, value);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const follow = (name) => [...document.querySelectorAll('main nav a')].find(({ textContent }) => textContent === name).click();
  const startedMs = performance.now();
  const observer = new MutationObserver(() => {
    const now = first();
    if (now === undefined || now === before) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - startedMs)));
  });
  observer.observe(document.querySelector('main'), { childList: true, subtree: true, attributes: true });
  ${act};
})`;

const filters = [
  ...['failed', 'completed', 'canceled', 'scheduled'].map((state) => `choose('State', '${state}')`),
  `choose('Test jobs', 'false'); choose('State', 'completed')`,
];
const follow = (name: string) => `follow('${name}')`;

/** Lists and filters as a person does. @returns the ms of each list until it was painted */
async function browse(page: Page): Promise<number[]> {
  const times: number[] = [];
  const measure = async (act: string): Promise<void> => {
    times.push(await page.evaluate<number>(measured(act)));
    await untilLoaded(page);
  };
  for (const filter of filters) {
    await measure(filter);
    await measure(follow('Next page'));
    await measure(follow('First page'));
  }
  return times;
}

/** The time within which a part of the lists was painted. */
const quantile = (times: readonly number[], part: number): number =>
  [...times].sort((one, other) => one - other)[Math.ceil(times.length * part) - 1] ?? NaN;

/** The tests of a list that is long. */
export function manyJobsTests(stack: () => ConsoleStack): void {
  it(`paints a page of ${listedJobs.count} jobs, and of those that a filter selects, within ${listedJobs.paintedMs} ms`, async () => {
    const { campaignId, seconds } = await storeManyJobs(stack(), listedJobs.count);
    const { open, page, context, complaints } = await stack().signIn({ path: `/campaigns/${campaignId}/jobs` });
    await open(`/campaigns/${campaignId}/jobs`, 'Many');
    await page.getByRole('table', { name: 'Jobs' }).waitFor();
    const times = await browse(page);
    const [half, most] = [0.5, 0.95].map((part) => Math.round(quantile(times, part)));
    console.log(
      `${listedJobs.count} jobs stored in ${seconds.toFixed(1)} s; a list painted in ${half} ms (p50), ${most} ms (p95).`,
    );
    await context.close();
    expect(complaints).toEqual([]);
    expect(most).toBeLessThanOrEqual(listedJobs.paintedMs);
    // To store 100,000 takes minutes.
  }, 300_000);
}
