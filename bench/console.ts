/**
 * Measures how soon the console paints a page of a long list of jobs, and of those that a filter selects, against a short list in the same
 * run. Needs Chromium (docs/console.md). Run: `npx tsx bench/console.ts [jobs of the long list, 100,000 by default]`
 */
import { findChromium, howToGetChromium } from '../tests/support/browser';
import { browse, openManyJobs, storeManyJobs } from '../tests/e2e/console/many-jobs';
import { startConsoleStack } from '../tests/e2e/console/stack';
import { startLiveService } from '../tests/support/live-env';
import { createProcesses } from '../tests/support/processes';
import { report } from './report';
import { createStopwatch, p95Of } from './timing';

/** Two pages of each state. */
const few = 1_200;

async function main(): Promise<void> {
  const many = Number(process.argv[2] ?? 100_000);
  const chromium = findChromium();
  if (chromium === undefined) throw new Error(howToGetChromium);
  const servers = createProcesses();
  process.env['OUTDIAL_TEST_MONGODB'] = (await servers.mongo()).uri;
  const { service, processes } = await startLiveService({ apis: 1, workers: 1 });
  process.env['OUTDIAL_TEST_LIVE'] = JSON.stringify(service);
  const stack = await startConsoleStack(chromium);
  try {
    const paintedMs: Record<number, number[]> = {};
    for (const count of [few, many]) {
      const times: number[] = (paintedMs[count] = []);
      const { page, context } = await openManyJobs(stack, await storeManyJobs(stack, count));
      await browse(page, async (act) => {
        const seconds = createStopwatch();
        await act();
        times.push(seconds() * 1_000);
      });
      await context.close();
    }
    const [short, long] = [p95Of(paintedMs[few] ?? []), p95Of(paintedMs[many] ?? [])];
    process.exitCode = report('console', [
      {
        what: `p95 until a list of ${many} jobs is painted ÷ of ${few}`,
        value: long / short,
        target: { atMost: 2 },
        detail: `${long.toFixed(0)} ms ÷ ${short.toFixed(0)} ms`,
      },
    ]);
  } finally {
    await stack.end();
    await processes.end();
    await servers.end();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
