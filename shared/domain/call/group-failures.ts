import { trunkOfLine } from '../campaign/trunk';
import type { TechnicalFailure } from './call';
import type { EndedDetail, LineRecord } from './line';

/** A call that failed technically. */
export interface FailedCall {
  CallID: string;
  JobID: string;
  CampaignID: string;
  EndedMS: number;
  Failure: TechnicalFailure;
  EndedDetail?: EndedDetail | undefined;
  Line?: LineRecord | undefined;
}

/** Calls that failed alike: on the same trunk, with the same codes. */
export interface FailureGroup {
  Failure: TechnicalFailure;
  EndedDetail?: EndedDetail | undefined;
  Trunk?: string | undefined;
  SipCode?: number | undefined;
  Q850?: number | undefined;
  ProviderCode?: string | undefined;
  Calls: number;
  FirstMS: number;
  LastMS: number;
  CampaignIDs: string[];
  /** The latest of the calls. */
  Latest: Pick<FailedCall, 'CallID' | 'JobID' | 'CampaignID'>;
}

const likenessOf = ({ Failure, EndedDetail, Line }: FailedCall) => ({
  Failure,
  EndedDetail,
  Trunk: Line === undefined ? undefined : trunkOfLine(Line),
  SipCode: Line?.SipCode,
  Q850: Line?.Q850,
  ProviderCode: Line?.ProviderCode,
});

/** Groups failed calls by what failed, most calls first. */
export function groupFailures(calls: readonly FailedCall[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const call of calls) {
    const likeness = likenessOf(call);
    const key = JSON.stringify(Object.values(likeness).map((value) => value ?? null));
    const { CallID, JobID, CampaignID, EndedMS } = call;
    const group = groups.get(key);
    const latest = { CallID, JobID, CampaignID };
    if (group === undefined) {
      const once = { Calls: 1, FirstMS: EndedMS, LastMS: EndedMS, CampaignIDs: [CampaignID], Latest: latest };
      groups.set(key, { ...likeness, ...once });
      continue;
    }
    group.Calls++;
    group.FirstMS = Math.min(group.FirstMS, EndedMS);
    if (EndedMS > group.LastMS) group.Latest = latest;
    group.LastMS = Math.max(group.LastMS, EndedMS);
    if (!group.CampaignIDs.includes(CampaignID)) group.CampaignIDs.push(CampaignID);
  }
  return [...groups.values()].sort((a, b) => b.Calls - a.Calls || b.LastMS - a.LastMS);
}
