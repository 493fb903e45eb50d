import type { Collection } from 'mongodb';
import type { Job } from '../../../domain/job/job';
import type { QueuedCall } from '../../../domain/job/queued-call';
import type { JobDocument } from './document';

/**
 * Gives a job that waits in a queue its own priority there. Who changes the priority and who queues the job both call this
 * afterwards, so the later one sees what the other wrote. Without effect if the priority has changed again.
 */
export async function moveInQueue(jobs: Collection<JobDocument>, jobId: string, priority: number): Promise<void> {
  await jobs.updateOne(
    { _id: jobId, Priority: priority, 'Queued.WaitsIn': { $exists: true } },
    { $set: { 'Queued.Priority': priority } },
  );
}

/** Stores how a job is queued, while it is at the sequence that was read, by the priority that it has by then. */
export const createEnqueue =
  (jobs: Collection<JobDocument>) =>
  async ({ ID: _id, Sequence }: Pick<Job, 'ID' | 'Sequence'>, Queued: QueuedCall): Promise<void> => {
    const options = { returnDocument: 'after', projection: { Priority: 1 } } as const;
    const update = { $set: { Queued, HeldBy: Queued.By }, $inc: { Uncounted: 1 } };
    const after = await jobs.findOneAndUpdate({ _id, Sequence }, update, options);
    const priority = after?.Priority;
    if (priority !== undefined && priority !== Queued.Priority) await moveInQueue(jobs, _id, priority);
  };
