import { addDeltas, withoutZeros, type Deltas } from '../../../domain/stats/cells';
import { factFields, factsOf, type CountedFields } from '../../../domain/stats/job-facts';
import type { JobDocument } from '../jobs/document';
import { countId, type BatchDocument, type CountedJobs } from './documents';

/** A batch is one document, of 16 MB at most: a call takes about 200 bytes in it, and a job as much and its variants. */
export const batchLimits = { jobs: 1_000, calls: 10_000 } as const;
const bytesOfCall = 200;

/** What a batch needs to know of a job. */
export type UncountedJob = Pick<JobDocument, '_id' | 'Uncounted' | 'Counted'> & CountedFields;
export const uncountedProjection = Object.fromEntries(
  [...factFields, 'Uncounted', 'Counted'].map((name) => [name, 1 as const]),
);

/**
 * As many of the jobs as one batch may hold; at least one. A job that changes while a query reads moves in the index of
 * the marks, and may be found twice: it counts as it was found last.
 */
export function takeBatch(found: readonly UncountedJob[]): UncountedJob[] {
  const jobs = [...new Map(found.map((job) => [job._id, job])).values()];
  let calls = 0;
  return jobs.filter(({ CallFacts = [], VariantKey = '' }, index) => {
    calls += CallFacts.length + Math.floor(VariantKey.length / bytesOfCall);
    return index === 0 || calls <= batchLimits.calls;
  });
}

/** Makes the batch that counts some jobs as they are now. */
export function toBatch(scope: string, jobs: readonly UncountedJob[]): NonNullable<BatchDocument['Pending']> {
  const deltas: Deltas = new Map();
  const groups = new Map<string, CountedJobs>();
  for (const { _id, Uncounted: Seen = 0, Counted, ...fields } of jobs) {
    const Facts = factsOf(fields);
    addDeltas(deltas, Counted?.Facts, Facts);
    const key = JSON.stringify([Seen, Facts]);
    const group = groups.get(key) ?? { IDs: [], Seen, Facts };
    group.IDs.push(_id);
    groups.set(key, group);
  }
  const Counts = [...withoutZeros(deltas)].map(([name, cells]) => ({ ID: countId(scope, name), Cells: [...cells] }));
  return { Counts, Jobs: [...groups.values()] };
}
