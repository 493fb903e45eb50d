import type { Db } from 'mongodb';
import { someFieldInClear } from './jobs/document';

const inClear = { $type: 'string' } as const;
/** `$type` also matches an array that holds such an element. */
const callInClear = {
  $or: [{ Messages: inClear }, { Analysis: inClear }, { StopReason: inClear }, { Error: inClear }],
};

/** Whether a job, one of its calls or a response to one of its events holds text that is not sealed. */
export async function holdsClearText(db: Db, jobId: string): Promise<boolean> {
  const find = (collection: string, filter: object): Promise<unknown> =>
    db.collection(collection).findOne(filter, { projection: { _id: 1 } });
  const found = await Promise.all([
    find('jobs', { _id: jobId, ...someFieldInClear }),
    find('calls', { JobID: jobId, ...callInClear }),
    find('webhook_deliveries', { JobID: jobId, 'Attempts.ResponseBody': inClear }),
  ]);
  return found.some((document) => document !== null);
}
