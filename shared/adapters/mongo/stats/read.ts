import { documents, quartersPerDay, type Dimension } from '../../../domain/stats/cells';
import { quarterMs } from '../../../domain/stats/job-facts';
import type { CampaignKey } from '../jobs/filter';
import { countId, scopeOf, type CountDocument, type StatsCollections } from './documents';
import { asOfIn } from './rounds';

/** Counts of a campaign as they are stored: names of fields are those of the domain's cells. */
export interface StoredCounts {
  present: Record<string, unknown>;
  variants: Record<string, unknown>;
  /** By day in UTC, in days since 1970; days without counts are absent. */
  days: ReadonlyMap<number, Record<string, unknown>>;
  /** The same by the dimension. */
  daysBy: ReadonlyMap<number, Record<string, unknown>>;
  /** Every change before that instant is counted; absent before the first round. */
  asOfMs: number | undefined;
  /** Jobs of earlier versions are counted, too. */
  complete: boolean;
}

/** Which counts are read. */
export interface CountsPart {
  /** Of one version of the campaign; of all without it. */
  version?: number | undefined;
  /** The days that an interval touches, unix ms; none without it. */
  interval?: { fromMs: number; toMs: number } | undefined;
  by?: Dimension | undefined;
}

const dayMs = quarterMs * quartersPerDay;

function daysOf({ fromMs, toMs }: { fromMs: number; toMs: number }): number[] {
  const [first, end] = [Math.floor(fromMs / dayMs), Math.ceil(toMs / dayMs)];
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
}

/** A batch that is carried out while its counts are read shows in some of them: so they are read again, so often at most. */
const maxReads = 4;
/** Documents that are decoded at once. */
const daysPerBatch = 20;

/** Reads the counts of a campaign by their ids: the cost depends on the number of days, and not on that of jobs. */
export async function readCounts(
  collections: StatsCollections,
  key: CampaignKey,
  { version, interval, by }: CountsPart,
): Promise<StoredCounts> {
  const { counts, batches, state } = collections;
  const scope = scopeOf(key);
  const days = interval === undefined ? [] : daysOf(interval);
  const names = [
    documents.present,
    documents.variants(version ?? 'all'),
    ...days.map((day) => documents.day(day)),
    ...(by === undefined ? [] : days.map((day) => documents.dayBy(day, by))),
  ];
  const projection = { Number: 1, PendingMS: 1 } as const;
  let found: CountDocument[] = [];
  for (let read = 0; read < maxReads; read++) {
    const before = await batches.findOne({ _id: scope }, { projection });
    const wanted = { _id: { $in: names.map((name) => countId(scope, name)) } };
    // A day of a busy campaign has some 50 kB: other requests come between the batches.
    found = await counts.find(wanted).batchSize(daysPerBatch).toArray();
    const after = await batches.findOne({ _id: scope }, { projection });
    if (before?.Number === after?.Number && before?.PendingMS === undefined) break;
  }
  const byId = new Map(found.map(({ _id, Batch: _batch, ...cells }) => [_id, cells]));
  const pick = (name: string): Record<string, unknown> | undefined => byId.get(countId(scope, name));
  const pickDays = (toName: (day: number) => string) =>
    new Map(days.flatMap((day) => (pick(toName(day)) === undefined ? [] : [[day, pick(toName(day)) ?? {}] as const])));
  const [fold, walk] = await Promise.all([state.findOne({ _id: 'fold' }), state.findOne({ _id: 'recount' })]);
  const asOfMs = asOfIn(fold, scope);
  return {
    present: pick(documents.present) ?? {},
    variants: pick(documents.variants(version ?? 'all')) ?? {},
    days: pickDays(documents.day),
    daysBy: by === undefined ? new Map() : pickDays((day) => documents.dayBy(day, by)),
    asOfMs,
    complete: walk?.CompletedMS !== undefined && asOfMs !== undefined && asOfMs >= walk.CompletedMS,
  };
}
