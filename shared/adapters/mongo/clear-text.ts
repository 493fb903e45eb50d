import type { Db } from 'mongodb';
import { messagesFilter } from './call-messages';
import { someFieldInClear } from './jobs/document';

const inClear = { $type: 'string' } as const;
const callInClear = {
  $or: [
    { Analysis: inClear },
    { StopReason: inClear },
    { Error: inClear },
    { Events: inClear },
    { AgentReport: inClear },
  ],
};

/** Whether a job, one of its calls, a message of one or a response to one of its events holds text that is not sealed. */
export async function holdsClearText(db: Db, jobId: string): Promise<boolean> {
  const find = (collection: string, filter: object): Promise<unknown> =>
    db.collection(collection).findOne(filter, { projection: { _id: 1 } });
  const calls = db.collection<{ _id: string; JobID: string }>('calls');
  const ofJob = await calls.find({ JobID: jobId }, { projection: { _id: 1 } }).toArray();
  const found = await Promise.all([
    find('jobs', { _id: jobId, ...someFieldInClear }),
    find('calls', { JobID: jobId, ...callInClear }),
    ...ofJob.map(({ _id }) => find('call_messages', { ...messagesFilter(_id), Text: inClear })),
    find('webhook_deliveries', { JobID: jobId, 'Attempts.ResponseBody': inClear }),
  ]);
  return found.some((document) => document !== null);
}
