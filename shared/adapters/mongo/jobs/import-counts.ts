import type { Db } from 'mongodb';
import { jobIdRangeOf, type BulkImport, type JobCounts } from '../../../domain/import/import';
import type { JobState } from '../../../domain/job/state';
import type { JobDocument } from './document';

/** The jobs that an import made. Their ids follow each other, so that the primary key finds them. */
export function createImportJobCounts(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');
  return {
    /** How many of an import's jobs stand in each state. */
    countByState: async (bulkImport: BulkImport): Promise<JobCounts> => {
      const { firstId, lastId } = jobIdRangeOf(bulkImport);
      const counted = await jobs
        .aggregate<{ _id: JobState; Jobs: number }>([
          { $match: { _id: { $gte: firstId, $lte: lastId }, ImportID: bulkImport.ID } },
          { $group: { _id: '$State', Jobs: { $sum: 1 } } },
        ])
        .toArray();
      return Object.fromEntries(counted.map(({ _id, Jobs }) => [_id, Jobs]));
    },
  };
}
