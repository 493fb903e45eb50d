import type { FindCursor } from 'mongodb';
import type { Job } from '../../domain/job/job';
import type { JobPlace } from './job-filter';
import type { JobDocument } from './job.document';

/** Jobs that a walk holds, and whose keys it opens, at one time: each may be as large as a request, 256 kB. */
const walkSize = 200;

/** How documents become jobs, and which of two comes first. */
interface Walk {
  open: (documents: readonly JobDocument[]) => Promise<Job[]>;
  before: (one: JobPlace, other: JobPlace) => boolean;
}

/**
 * Walks a list with everything that is known of its jobs, some at a time. The database's cursor stands still while nobody asks for more, is
 * ended when nobody will, and is dropped by the database when it stood still for ten minutes: then the walk breaks off.
 */
export async function* walkJobs(
  cursor: FindCursor<JobDocument>,
  { open, before }: Walk,
): AsyncGenerator<Job[], undefined> {
  let last: Job | undefined;
  let documents: JobDocument[] = [];
  const taken = async (): Promise<Job[]> => {
    const met = await open(documents);
    documents = [];
    // A job that moves while the cursor passes can be met again at its new place in an index: only what goes on counts.
    return met.filter((job) => {
      if (last !== undefined && !before(last, job)) return false;
      last = job;
      return true;
    });
  };
  for await (const document of cursor.batchSize(walkSize)) {
    if (documents.push(document) === walkSize) yield await taken();
  }
  if (documents.length > 0) yield await taken();
}
