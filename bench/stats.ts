/**
 * Measures the statistics of a campaign with 1,000 jobs and with many, on the local stack's MongoDB: the counts of an answer to
 * `GET …/stats` with all parts, the same right after a job has changed, and a round of the workers.
 * Run: `npx tsx bench/stats.ts [jobs]`. Exits with 1 if an answer takes longer than 300 ms.
 */
import { createJobCounts } from '../apps/api/campaigns/job-counts';
import type { JobDocument } from '../shared/adapters/mongo/jobs/document';
import { toBatch } from '../shared/adapters/mongo/stats/batch';
import { scopeOf, type BatchDocument, type CountDocument } from '../shared/adapters/mongo/stats/documents';
import { factsOf } from '../shared/domain/stats/job-facts';
import { orgId } from '../tests/support/builders';
import { startMongoForTests } from '../tests/support/servers';
import { openTestStore, type TestStore } from '../tests/support/worker';
import { report, type Measured } from './report';
import { createStopwatch } from './timing';

const perInsert = 1_000;
const answers = 5;
const hourMs = 3_600_000;

/** A job as the statistics see it: the fields that they do not read are left out. */
function aCountedJob(index: number, campaignId: string, nowMs: number): JobDocument {
  const called = index % 2 === 0;
  const At = nowMs - (index % 700) * hourMs;
  return {
    _id: `${campaignId}_${String(index).padStart(8, '0')}`,
    OrgID: orgId,
    CampaignID: campaignId,
    State: called ? 'completed' : 'scheduled',
    CreatedMS: At - hourMs,
    Sequence: 2,
    CampaignVersion: called ? 1 : null,
    ...(called ? { VariantKey: index % 4 === 0 ? 'a' : 'b', AnsweredCalls: 1 } : {}),
    ...(called ? {} : { NextCallMS: nowMs + (index % 150) * hourMs, HeldBy: 'TimeRules' }),
    Metrics: { TotalCallAttempts: called ? 1 : 0, TotalCallSeconds: 0, TotalCallConversationalSeconds: 0 },
    ...(called
      ? {
          CallFacts: [
            { Attempt: 1, AtMS: At, CallerID: '+14155550100', Outcome: 'conversation_complete', Answered: true },
          ],
        }
      : {}),
    Uncounted: 1,
  } as unknown as JobDocument;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

async function measure(
  { mongo, store }: TestStore,
  count: number,
): Promise<Record<'answer' | 'changed' | 'round', number>> {
  const campaignId = `campaign_${count}`;
  const jobs = mongo.db.collection<JobDocument>('jobs');
  const nowMs = Date.now();
  const key = { orgId, campaignId };
  const seeding = createStopwatch();
  // The counts of all jobs at once: what is measured is reading them, and counting the next change.
  const all = Array.from({ length: count }, (_, n) => aCountedJob(n, campaignId, nowMs));
  const { Counts } = toBatch(scopeOf(key), all);
  for (let from = 0; from < count; from += perInsert)
    await jobs.insertMany(
      all.slice(from, from + perInsert).map(({ Uncounted: _u, ...job }) => ({
        ...job,
        Counted: { Batch: 1, Facts: factsOf(job) },
      })),
    );
  await mongo.db.collection<CountDocument>('stats_counts').bulkWrite(
    Counts.map(({ ID, Cells }) => ({
      updateOne: {
        filter: { _id: ID },
        update: { $inc: Object.fromEntries(Cells) as Record<string, never>, $set: { Batch: 1 } },
        upsert: true,
      },
    })),
  );
  await mongo.db.collection<BatchDocument>('stats_batches').insertOne({
    _id: scopeOf(key),
    OrgID: orgId,
    CampaignID: campaignId,
    Number: 1,
  });
  console.log(`${count} jobs stored in ${seeding().toFixed(1)} s`);
  const read = async (): Promise<number> => {
    const { kept } = createJobCounts(store, () => Date.now());
    const stopwatch = createStopwatch();
    await kept(key, { interval: { fromMs: nowMs - 30 * 24 * hourMs, toMs: nowMs }, by: 'outcome' });
    return stopwatch() * 1_000;
  };
  const idle: number[] = [];
  const changed: number[] = [];
  for (let n = 0; n < answers; n++) {
    idle.push(await read());
    await jobs.updateOne({ _id: `${campaignId}_00000000` }, { $inc: { Uncounted: 1 } });
    changed.push(await read());
  }
  await jobs.updateOne({ _id: `${campaignId}_00000000` }, { $inc: { Uncounted: 1 } });
  const round = createStopwatch();
  await store.stats.foldRound(Date.now());
  return { answer: median(idle), changed: median(changed), round: round() * 1_000 };
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 100_000);
  const server = await startMongoForTests();
  const opened = await openTestStore(server.uri);
  try {
    const few = await measure(opened, 1_000);
    const many = await measure(opened, count);
    const detail = (what: 'answer' | 'changed' | 'round') =>
      `${many[what].toFixed(0)} ms; with 1,000 jobs ${few[what].toFixed(0)} ms`;
    const lines: Measured[] = [
      { what: 'an answer, ms', detail: detail('answer'), value: many.answer, target: { atMost: 300 } },
      { what: 'right after a change, ms', detail: detail('changed'), value: many.changed, target: { atMost: 300 } },
      { what: 'counting one change in the background, ms', detail: detail('round'), value: many.round },
    ];
    process.exitCode = report('stats', lines);
  } finally {
    await opened.drop();
    await server.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
