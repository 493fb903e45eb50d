import type { Filter } from 'mongodb';
import type { Job } from '../../../domain/job/job';
import { jobStates, type JobState } from '../../../domain/job/state';
import type { JobDocument } from './document';

/** Which jobs of a campaign are asked for; all that is given must hold. */
export interface JobFilter {
  states?: readonly JobState[] | undefined;
  /** Test jobs alone, or all but them. */
  test?: boolean | undefined;
  /** The import that made them, and the ids that its jobs can have. */
  createdBy?: { importId: string; firstId: string; lastId: string };
  /** Created at that instant or later. */
  createdFromMs?: number | undefined;
  /** Created before that instant. */
  createdBeforeMs?: number | undefined;
}

/**
 * How a list is ordered: by what never changes of a job, its id or the instant of its creation, or most recently updated first. A walk by
 * the first two meets every job once, whatever moves meanwhile; by the third no job twice, and one that moves goes to the front.
 */
export type JobOrder = 'id' | 'created' | 'updated';

/** A job's place in every order. */
export type JobCursor = Pick<Job, 'ID' | 'CreatedMS' | 'UpdatedMS'>;

const testValues = [true];
/** Only test jobs have the field; `null` finds those without it. */
const notTestValues = [null, false];

/**
 * States and test jobs are always named together, as sets of values: the index (State, TestJob, _id) is then walked in the order of the
 * ids, once for each pair, and no job is read that the list does not show.
 */
function filterByState({ states, test }: JobFilter): Record<string, unknown> {
  if (states === undefined && test === undefined) return {};
  const testJob = test === undefined ? [...testValues, ...notTestValues] : test ? testValues : notTestValues;
  return { State: { $in: states ?? jobStates }, TestJob: { $in: testJob } };
}

function filterByCreation({ createdFromMs, createdBeforeMs }: JobFilter): Record<string, unknown>[] {
  return [
    ...(createdFromMs === undefined ? [] : [{ CreatedMS: { $gte: createdFromMs } }]),
    ...(createdBeforeMs === undefined ? [] : [{ CreatedMS: { $lt: createdBeforeMs } }]),
  ];
}

/** The filter as the database knows it, without the campaign. */
export function toConditions(filter: JobFilter): Filter<JobDocument>[] {
  const { createdBy: madeBy } = filter;
  const parts = [
    filterByState(filter),
    ...filterByCreation(filter),
    ...(madeBy === undefined
      ? []
      : [{ ImportID: madeBy.importId, _id: { $gte: madeBy.firstId, $lte: madeBy.lastId } }]),
  ];
  return parts.filter((part) => Object.keys(part).length > 0);
}

interface OrderRules {
  sort: Record<string, 1 | -1>;
  /** What stands behind a place. The first bound is what the index is entered by; the second is exact. */
  after: (place: JobCursor) => Filter<JobDocument>[];
  /** Whether one place comes before another. */
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
