/** Why a number must not be called. Names are stable, because they are stored. */
export const suppressionReasons = [
  'opted_out',
  'user_refusal',
  'complaint',
  'legal',
  'invalid_number',
  'wrong_contact',
  'other',
] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** How an entry came about: by a request, by a row of a file, from the command line, or by a call in which the contact refused. */
export const suppressionSources = ['api', 'csv', 'cli', 'call'] as const;
export type SuppressionSource = (typeof suppressionSources)[number];

/** The longest note, in UTF-16 code units. */
export const noteLimit = 500;

/** Where a number is suppressed: in one campaign, or in all of an organization. */
export interface SuppressionScope {
  orgId: string;
  campaignId?: string | undefined;
}

/** What an entry says, beside its number and its scope. Instants end in `MS` (unix milliseconds). */
export interface SuppressionFields {
  Reason: SuppressionReason;
  Source: SuppressionSource;
  /** The API key of the request that added the entry. */
  KeyID?: string | undefined;
  /** The job and the call in which the contact refused, until the job is erased. */
  JobID?: string | undefined;
  CallID?: string | undefined;
  /** For people. It may name a person, so it is stored sealed. */
  Note?: string | undefined;
  CreatedMS: number;
  /** The first instant at which the entry no longer holds; absent if it holds for good. */
  UntilMS?: number | undefined;
}

/** A stored entry. It holds no number. */
export interface Suppression extends SuppressionFields {
  /** Derived from the keyed hash of the number and from the scope. */
  ID: string;
  CampaignID?: string | undefined;
}

/**
 * What became of an entry that was to be added. `extended`: one that ended earlier was replaced. `present`: one that holds
 * at least as long stays as it is.
 */
export type SuppressionResult = 'added' | 'extended' | 'present';

/** What holds calls to a number back. */
export interface HoldingSuppression {
  scope: 'organization' | 'campaign';
  reason: SuppressionReason;
}

/** True while an entry holds. */
export const isHolding = ({ UntilMS }: Pick<Suppression, 'UntilMS'>, nowMs: number): boolean =>
  UntilMS === undefined || UntilMS > nowMs;

/** Why a suppressed number is not called, without the end of the sentence. */
export const describeSuppression = ({ scope, reason }: HoldingSuppression): string =>
  scope === 'organization'
    ? `The number is suppressed in every campaign of the organization (${reason})`
    : `The number is suppressed in this campaign (${reason})`;

const minuteMs = 60_000;

/**
 * The entry of a contact who refused further calls. Its time is that of the minute: once the job is erased, it must not
 * lead from the number back to the call.
 */
export const suppressionOfCall = (
  reason: SuppressionReason,
  { jobId, callId }: { jobId: string; callId: string },
  nowMs: number,
): SuppressionFields => ({
  Reason: reason,
  Source: 'call',
  JobID: jobId,
  CallID: callId,
  CreatedMS: Math.floor(nowMs / minuteMs) * minuteMs,
});
