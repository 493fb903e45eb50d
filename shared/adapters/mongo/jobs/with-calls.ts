import type { Db } from 'mongodb';
import type { CallRecord } from '../../../domain/call/call-record';
import type { Job } from '../../../domain/job/job';
import { createTakeTranscripts, type CallLists } from '../call-lists';
import { createCallMessages, messagesOfJob, type MessageDocument } from '../call-messages';
import type { CallDocument } from '../call.document';
import { isStoreUnavailable } from '../client';
import type { DataKeys } from '../data-keys';
import type { PageSize } from '../take-page';
import { hydrateJob, type JobDocument } from './document';
import { byKey, type JobKey } from './filter';

/** What one command reads beside a job: all that most jobs have. */
const beside = { calls: 4, messages: 32 } as const;

/** The answer of that command: the job, its latest calls, latest first, and messages of any of its calls. */
type FoundJob = JobDocument & { LatestCalls: CallDocument[]; CallMessages: MessageDocument[] };

/** The messages are read last: a call that was read with its number of messages has them all by then. */
const pipelineOf = (key: JobKey) => [
  { $match: byKey(key) },
  {
    $lookup: {
      from: 'calls',
      pipeline: [
        { $match: { JobID: key.jobId, OrgID: key.orgId } },
        { $sort: { Attempt: -1 } },
        { $limit: beside.calls + 1 },
      ],
      as: 'LatestCalls',
    },
  },
  {
    $lookup: {
      from: 'call_messages',
      pipeline: [{ $match: messagesOfJob(key.jobId) }, { $sort: { _id: 1 } }, { $limit: beside.messages }],
      as: 'CallMessages',
    },
  },
];

export interface JobWithCalls {
  job: Job;
  /** The latest calls with their messages, oldest first. */
  calls: CallRecord[];
}

/** Reads jobs as the API shows them: with their calls and what was said in them. */
export function createJobsWithCalls(db: Db, dataKeys: DataKeys, callLists: Pick<CallLists, 'listLatestInJob'>) {
  const jobs = db.collection<JobDocument>('jobs');
  const messages = createCallMessages(db, db.collection<CallDocument>('calls'), dataKeys);
  const takeTranscripts = createTakeTranscripts(messages, dataKeys);

  const findTogether = async (key: JobKey): Promise<FoundJob | null> => {
    try {
      return (await jobs.aggregate<FoundJob>(pipelineOf(key)).toArray())[0] ?? null;
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      // Long messages of several calls can be larger together than a document may be.
      const document = await jobs.findOne(byKey(key));
      return document === null ? null : { ...document, LatestCalls: [], CallMessages: [] };
    }
  };

  return {
    /**
     * Reads a job with its latest calls, as many as fit: in one command, unless it has more than that reads.
     * @param beforeAttempt only earlier calls
     * @returns `undefined` if there is no such job
     */
    find: async (key: JobKey, size: PageSize, beforeAttempt?: number): Promise<JobWithCalls | undefined> => {
      const found = await findTogether(key);
      if (found === null) return undefined;
      const { LatestCalls, CallMessages, ...document } = found;
      const job = await hydrateJob(document, dataKeys);
      if (job.CallCount === 0) return { job, calls: [] };
      const areAll = LatestCalls.length <= beside.calls && LatestCalls.length >= job.CallCount;
      const calls =
        areAll && beforeAttempt === undefined
          ? (await takeTranscripts(LatestCalls, size.bytes, CallMessages)).reverse()
          : await callLists.listLatestInJob({ orgId: key.orgId, jobId: key.jobId }, size, beforeAttempt);
      return { job, calls };
    },
  };
}
