import type { Filter } from 'mongodb';
import type { FailureReason } from '../../../domain/job/failure';
import type { Job } from '../../../domain/job/job';
import { jobStates, type JobState } from '../../../domain/job/state';
import type { JobDocument } from './document';

/** Identifies a campaign within its organization. */
export interface CampaignKey {
  orgId: string;
  campaignId: string;
}
/** Identifies a job. A query that lacks one part must not compile, so that no tenant reads another's jobs. */
export interface JobKey extends CampaignKey {
  jobId: string;
}

export const inCampaign = ({ orgId, campaignId }: CampaignKey) => ({ OrgID: orgId, CampaignID: campaignId });
export const byKey = ({ jobId, ...campaign }: JobKey) => ({ _id: jobId, ...inCampaign(campaign) });

/** Selects jobs of a campaign; a job must match every given condition. */
export interface JobFilter {
  states?: readonly JobState[] | undefined;
  /** `true` selects test jobs only, `false` excludes them. */
  test?: boolean | undefined;
  /** The import that created the jobs, and the range of their ids. */
  createdBy?: { importId: string; firstId: string; lastId: string };
  /** Inclusive. */
  createdFromMs?: number | undefined;
  /** Exclusive. */
  createdBeforeMs?: number | undefined;
  /** Why the jobs failed or were canceled. */
  failureReasons?: readonly FailureReason[] | undefined;
  /** Inclusive. */
  updatedFromMs?: number | undefined;
  /** Exclusive. */
  updatedBeforeMs?: number | undefined;
}

/**
 * The order of a list: by id or creation time, which never change, or most recently updated first. A walk by id or
 * creation meets every job exactly once, even while jobs change state; with several states it may miss a job that
 * changes from one of them to another. A walk by update meets no job twice; a job that is updated moves to the front.
 */
export type JobOrder = 'id' | 'created' | 'updated';

/** A job's position in every order. */
export type JobCursor = Pick<Job, 'ID' | 'CreatedMS' | 'UpdatedMS'>;

const testValues = [true];
/** Only test jobs have the field; `null` matches documents without it. */
export const notTestValues: (boolean | null)[] = [null, false];

/**
 * States and test jobs are always given together, as sets of values. The index (State, TestJob, _id) is then walked in
 * the order of ids, once for each pair, and no job outside the list is read.
 */
function filterByState({ states, test }: JobFilter): Record<string, unknown> {
  if (states === undefined && test === undefined) return {};
  const testJob = test === undefined ? [...testValues, ...notTestValues] : test ? testValues : notTestValues;
  return { State: { $in: states ?? jobStates }, TestJob: { $in: testJob } };
}

function filterByTime(filter: JobFilter): Record<string, unknown>[] {
  const { createdFromMs, createdBeforeMs, updatedFromMs, updatedBeforeMs } = filter;
  return [
    ...(createdFromMs === undefined ? [] : [{ CreatedMS: { $gte: createdFromMs } }]),
    ...(createdBeforeMs === undefined ? [] : [{ CreatedMS: { $lt: createdBeforeMs } }]),
    ...(updatedFromMs === undefined ? [] : [{ UpdatedMS: { $gte: updatedFromMs } }]),
    ...(updatedBeforeMs === undefined ? [] : [{ UpdatedMS: { $lt: updatedBeforeMs } }]),
  ];
}

/** Converts a filter to query conditions, without the campaign. */
export function toConditions(filter: JobFilter): Filter<JobDocument>[] {
  const { createdBy, failureReasons } = filter;
  const parts = [
    filterByState(filter),
    ...filterByTime(filter),
    ...(failureReasons === undefined ? [] : [{ FailureReason: { $in: [...failureReasons] } }]),
    ...(createdBy === undefined
      ? []
      : [{ ImportID: createdBy.importId, _id: { $gte: createdBy.firstId, $lte: createdBy.lastId } }]),
  ];
  return parts.filter((part) => Object.keys(part).length > 0);
}

interface OrderRules {
  sort: Record<string, 1 | -1>;
  /**
   * Conditions for what follows a cursor. The first is the bound by which the index is entered; the second is exact.
   */
  after: (cursor: JobCursor) => Filter<JobDocument>[];
  isBefore: (one: JobCursor, other: JobCursor) => boolean;
}

export const orders: Readonly<Record<JobOrder, OrderRules>> = {
  id: {
    sort: { _id: 1 },
    after: ({ ID }) => [{ _id: { $gt: ID } }],
    isBefore: (one, other) => one.ID < other.ID,
  },
  created: {
    sort: { CreatedMS: 1, _id: 1 },
    after: ({ ID, CreatedMS }) => [
      { CreatedMS: { $gte: CreatedMS } },
      { $or: [{ CreatedMS: { $gt: CreatedMS } }, { CreatedMS, _id: { $gt: ID } }] },
    ],
    isBefore: (one, other) =>
      one.CreatedMS < other.CreatedMS || (one.CreatedMS === other.CreatedMS && one.ID < other.ID),
  },
  updated: {
    sort: { UpdatedMS: -1, _id: -1 },
    after: ({ ID, UpdatedMS }) => [
      { UpdatedMS: { $lte: UpdatedMS } },
      { $or: [{ UpdatedMS: { $lt: UpdatedMS } }, { UpdatedMS, _id: { $lt: ID } }] },
    ],
    isBefore: (one, other) =>
      one.UpdatedMS > other.UpdatedMS || (one.UpdatedMS === other.UpdatedMS && one.ID > other.ID),
  },
};
