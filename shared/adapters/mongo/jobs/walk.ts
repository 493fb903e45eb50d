import type { FindCursor } from 'mongodb';
import type { Job } from '../../../domain/job/job';
import type { JobCursor } from './filter';
import type { JobDocument } from './document';

/** Jobs that a walk holds, and whose keys it opens, at one time: each may be as large as a request, 256 kB. */
const batchSize = 200;

/** How documents become jobs, and which of two comes first. */
interface WalkOptions {
  open: (documents: readonly JobDocument[]) => Promise<Job[]>;
  isBefore: (one: JobCursor, other: JobCursor) => boolean;
}

/**
 * Walks a list with everything that is known of its jobs, some at a time. The database's cursor stands still while nobody asks for more, is
 * ended when nobody will, and is dropped by the database when it stood still for ten minutes: then the walk breaks off.
 */
export async function* walkJobs(
  cursor: FindCursor<JobDocument>,
  { open, isBefore: before }: WalkOptions,
): AsyncGenerator<Job[], undefined> {
  let last: Job | undefined;
  let documents: JobDocument[] = [];
  const takeBatch = async (): Promise<Job[]> => {
    const jobs = await open(documents);
    documents = [];
    // A job that moves while the cursor passes can be met again at its new place in an index: only what goes on counts.
    return jobs.filter((job) => {
      if (last !== undefined && !before(last, job)) return false;
      last = job;
      return true;
    });
  };
  for await (const document of cursor.batchSize(batchSize)) {
    if (documents.push(document) === batchSize) yield await takeBatch();
  }
  if (documents.length > 0) yield await takeBatch();
}
