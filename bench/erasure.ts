/**
 * Measures erasing finished jobs against creating them in the same run: from the first POST until every job is scheduled, and
 * from the first DELETE until every job is `deleted` and its histories are gone. The cancellation in between does not count.
 * Run: `npx tsx bench/erasure.ts [jobs]` (on its own servers). Exits with 1 if erasing takes more than 4 times as long.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createStopwatch } from './timing';
import { openService } from './import/programs';
import { measureRate } from './load';
import { report, type Measured } from './report';
import { unlimitedRates } from '../tests/support/processes';

const key = 'od_bench_0123456789abcdefghij';
const inFlight = 20;
const timeoutSeconds = 600;
/** Counting also costs time. */
const pollIntervalMs = 500;
const stats = '/campaigns/campaign_demo/stats';
const jobs = '/campaigns/campaign_demo/jobs';

function createClient(url: string) {
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const waitForState = async (state: string, count: number): Promise<void> => {
    const seconds = createStopwatch();
    for (;;) {
      const { JobsByState } = await send<{ JobsByState: Record<string, number> }>('GET', stats);
      if (JobsByState[state] === count) return;
      if (seconds() > timeoutSeconds) throw new Error(`Timed out waiting for ${state}: ${JSON.stringify(JobsByState)}`);
      await wait(pollIntervalMs);
    }
  };
  return { ask: send, allIn: waitForState };
}

/** @returns the seconds until the jobs are accepted and until they are created, and the seconds to erase them */
async function measure({ ask, allIn }: ReturnType<typeof createClient>, count: number) {
  const ids: string[] = Array.from({ length: count }, () => '');
  const body = { ContactPhoneNumber: '+14155550123', Overrides: { Constraints: { MinCreationDelay: '1000h' } } };
  const stopwatch = createStopwatch();
  await measureRate(count, inFlight, async (index) => {
    ids[index] = (await ask<{ JobID: string }>('POST', jobs, body)).JobID;
  });
  const acceptedSeconds = stopwatch();
  await allIn('scheduled', count);
  const made = stopwatch();
  await measureRate(count, inFlight, (index) => ask('POST', `${jobs}/${ids[index] ?? ''}/cancel`, {}));
  await allIn('canceled', count);
  const erasing = createStopwatch();
  await measureRate(count, inFlight, (index) => ask('DELETE', `${jobs}/${ids[index] ?? ''}`));
  await allIn('deleted', count);
  return { accepted: acceptedSeconds, made, erased: erasing() };
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 1_000);
  const service = await openService(key, unlimitedRates);
  try {
    const { api } = await service.start();
    const { accepted, made, erased } = await measure(createClient(api.url), count);
    const detail = `${count} jobs erased in ${erased.toFixed(1)} s, created in ${made.toFixed(1)} s (accepted in ${accepted.toFixed(1)} s)`;
    const lines: Measured[] = [{ what: 'erasing ÷ creating', detail, value: erased / made, target: { atMost: 4 } }];
    process.exitCode = report('erasure', lines);
  } finally {
    await service.end();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
