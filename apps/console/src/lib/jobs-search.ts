import { text } from './search.ts';

/** The states of jobs that lists show. */
export const jobStates = [
  'created',
  'scheduled',
  'calling',
  'completed',
  'failed',
  'canceled',
  'deleting',
  'deleted',
] as const;
export type JobState = (typeof jobStates)[number];

/** Why jobs fail. */
export const failureReasons = [
  'campaign_objective_missed',
  'canceled',
  'max_attempts_exceeded',
  'opted_out',
  'technical_error',
  'wrong_contact',
  'invalid_configuration',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** The filters of a list of jobs, as its address has them. */
export interface JobsSearch {
  state?: JobState;
  test?: 'true' | 'false';
  import_id?: string;
  /** RFC 3339. */
  created_after?: string;
  created_before?: string;
  /** A job's id or a phone number. */
  search?: string;
  /** The job after which the page begins. */
  after?: string;
  /** When that job was changed, as it was listed, in unix milliseconds. */
  before_ms?: number;
}

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given || value === String(given));

/** Reads the filters from an address; what it does not know is left out. */
export function readJobsSearch(search: Record<string, unknown>): JobsSearch {
  const state = oneOf(jobStates, search['state']);
  const test = oneOf(['true', 'false'] as const, search['test']);
  return {
    ...(state === undefined ? {} : { state }),
    ...(test === undefined ? {} : { test }),
    ...text(search, 'import_id'),
    ...text(search, 'created_after'),
    ...text(search, 'created_before'),
    ...text(search, 'search'),
    ...text(search, 'after'),
    ...(typeof search['before_ms'] === 'number' ? { before_ms: search['before_ms'] } : {}),
  };
}

/** Whether the list is in the order of changes, newest first; one between two dates is in the order of creation. */
export const isByTime = ({ created_after, created_before }: JobsSearch): boolean =>
  created_after === undefined && created_before === undefined;
