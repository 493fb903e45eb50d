import { BSON } from 'mongodb';
import type { CallRecord, CallSummary } from '../../domain/call/call-record';
import { hydrateCall, type CallDocument, type Calls } from './call.document';
import type { CallMessages, MessageDocument } from './call-messages';
import type { DataKeys } from './data-keys';
import { takePage, type PageSize } from './take-page';

/** Transcripts that are read at a time: few, because each may be megabytes. */
const transcriptsAtATime = 4;

/**
 * Reads the transcripts of calls until the page is full, but at least one.
 * @param known messages that were read before, of any of the calls
 */
export function createTakeTranscripts(messages: CallMessages, dataKeys: DataKeys) {
  const addMessages = async (
    document: CallDocument,
    known: readonly MessageDocument[],
  ): Promise<{ call: CallRecord; bytes: number }> => {
    const call = await hydrateCall(document, dataKeys);
    const { Messages, bytes } = await messages.read(call, known);
    return { call: { ...call, Messages }, bytes: bytes + BSON.calculateObjectSize(document) };
  };
  return async (
    documents: readonly CallDocument[],
    maxBytes: number,
    known: readonly MessageDocument[] = [],
  ): Promise<CallRecord[]> => {
    const taken: CallRecord[] = [];
    let pageBytes = 0;
    for (let from = 0; from < documents.length; from += transcriptsAtATime) {
      const read = await Promise.all(
        documents.slice(from, from + transcriptsAtATime).map((document) => addMessages(document, known)),
      );
      for (const { call, bytes } of read) {
        pageBytes += bytes;
        if (taken.length > 0 && pageBytes > maxBytes) return taken;
        taken.push(call);
      }
    }
    return taken;
  };
}

/** What a call came to so far. It holds no personal data, so it needs no key. */
export type CallStatus = Pick<
  CallSummary,
  | 'ID'
  | 'Attempt'
  | 'State'
  | 'CreatedMS'
  | 'RingingMS'
  | 'ConnectedMS'
  | 'EndedReason'
  | 'StopRequestedMS'
  | 'AnsweredBy'
>;
const statusFields = {
  Attempt: 1,
  State: 1,
  CreatedMS: 1,
  RingingMS: 1,
  ConnectedMS: 1,
  EndedReason: 1,
  StopRequestedMS: 1,
  AnsweredBy: 1,
} as const;

/** All calls of a job, oldest first: by its id alone, for workflows, or within its organization, for the API. */
export function createCallLists(calls: Calls, messages: CallMessages, dataKeys: DataKeys) {
  const listSummaries = async (filter: { JobID: string; OrgID?: string }): Promise<CallSummary[]> => {
    const found = await calls.find(filter).sort({ Attempt: 1 }).toArray();
    return Promise.all(found.map((document) => hydrateCall(document, dataKeys)));
  };
  const takeTranscripts = createTakeTranscripts(messages, dataKeys);

  return {
    /** The status of each of the calls of an organization that exist, by id. One query, however many. */
    findStatuses: async (orgId: string, ids: readonly string[]): Promise<Map<string, CallStatus>> => {
      if (ids.length === 0) return new Map();
      const found = calls.find({ _id: { $in: [...ids] }, OrgID: orgId }).project<CallDocument>(statusFields);
      return new Map((await found.toArray()).map(({ _id, ...status }) => [_id, { ...status, ID: _id }]));
    },

    listSummariesByJob: (jobId: string) => listSummaries({ JobID: jobId }),
    listSummariesInJob: ({ orgId, jobId }: { orgId: string; jobId: string }) =>
      listSummaries({ JobID: jobId, OrgID: orgId }),

    /** With the messages of every call. */
    listByJob: async (jobId: string): Promise<CallRecord[]> => {
      const found = await calls.find({ JobID: jobId }).sort({ Attempt: 1 }).toArray();
      return takeTranscripts(found, Infinity);
    },

    /**
     * The latest calls of a job with their messages, oldest first: as many as fit.
     * @param beforeAttempt only earlier ones
     */
    listLatestInJob: async (
      { orgId, jobId }: { orgId: string; jobId: string },
      size: PageSize,
      beforeAttempt?: number,
    ): Promise<CallRecord[]> => {
      const before = beforeAttempt === undefined ? {} : { Attempt: { $lt: beforeAttempt } };
      const found = calls.find({ JobID: jobId, OrgID: orgId, ...before }).sort({ Attempt: -1 });
      const { documents } = await takePage(found, size);
      return (await takeTranscripts(documents, size.bytes)).reverse();
    },
  };
}
export type CallLists = ReturnType<typeof createCallLists>;
