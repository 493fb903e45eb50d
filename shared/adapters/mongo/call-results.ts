import type { CallState, TechnicalFailure } from '../../domain/call/call';
import { maxResults, type CallResult, type ResultsQuery } from '../../domain/campaign/circuit-breaker';
import type { FailedCall } from '../../domain/call/group-failures';
import type { Calls } from './call.document';

interface Found {
  EndedMS: number;
  State: CallState;
  Failure?: TechnicalFailure;
}

/** All of these are in one index, so that no record is read. */
const projection = { _id: 0, EndedMS: 1, State: 1, Failure: 1 } as const;

/** A call that ended with an error says something about the line only if the error is a technical failure. */
const isResult = ({ State, Failure }: Found): boolean => State === 'ended' || Failure !== undefined;

/** How the latest calls of a campaign ended. */
export const createCallResults = (calls: Calls) => ({
  /** The results of the calls that ended since an instant, newest first, up to `maxResults`. */
  listResults: async (campaignId: string, { endedFromMs, dialedFromMs }: ResultsQuery): Promise<CallResult[]> => {
    const filter = {
      CampaignID: campaignId,
      EndedMS: { $gte: endedFromMs },
      ...(dialedFromMs === undefined ? {} : { DialedMS: { $gte: dialedFromMs } }),
    };
    const found = calls.find(filter, { projection }).sort({ EndedMS: -1 }).limit(maxResults);
    const results = (await found.toArray()) as unknown as Found[];
    return results.filter(isResult).map(({ EndedMS: endedMs, Failure: failure }) => ({ endedMs, failure }));
  },

  /** The calls of some campaigns that failed technically since an instant, newest first, without anything sealed. */
  listFailed: async (
    campaignIds: readonly string[],
    { endedFromMs, limit }: { endedFromMs: number; limit: number },
  ): Promise<FailedCall[]> => {
    const filter = {
      CampaignID: { $in: [...campaignIds] },
      EndedMS: { $gte: endedFromMs },
      Failure: { $exists: true },
    };
    const fields = { JobID: 1, CampaignID: 1, EndedMS: 1, Failure: 1, EndedDetail: 1, Line: 1 };
    const found = calls.find(filter, { projection: fields }).sort({ EndedMS: -1 }).limit(limit);
    return (await found.toArray()).map(({ _id, ...call }) => ({ ...call, CallID: _id }) as unknown as FailedCall);
  },
});
