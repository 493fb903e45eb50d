import type { JobFilter } from '../adapters/mongo/jobs/filter';
import { bulkActionJobStates, type BulkAction } from '../domain/bulk/bulk-action';
import { storedStates, type JobState } from '../domain/job/state';

type Selecting = Pick<BulkAction, 'Action' | 'Filter' | 'ImportIDs' | 'CreatedMS'>;

const toMs = (instant: string | undefined): number | undefined =>
  instant === undefined ? undefined : Date.parse(instant);

/**
 * The jobs that a bulk action is about: they match its filter, existed when it began, and are in a state in which it can
 * change them. The dry run, the count and every batch use this same filter.
 */
export function selectionOf({ Action, Filter, ImportIDs, CreatedMS }: Selecting): JobFilter {
  const changeable: readonly JobState[] = bulkActionJobStates[Action];
  const named = Filter.States === undefined ? changeable : storedStates(Filter.States);
  const { ImportID } = Filter;
  const createdBy =
    ImportID === undefined || ImportIDs === undefined
      ? undefined
      : { importId: ImportID, firstId: ImportIDs.First, lastId: ImportIDs.Last };
  return {
    states: changeable.filter((state) => named.includes(state)),
    test: Filter.Test,
    failureReasons: Filter.FailureReasons,
    createdFromMs: toMs(Filter.CreatedAfter),
    createdBeforeMs: Math.min(toMs(Filter.CreatedBefore) ?? Infinity, CreatedMS + 1),
    updatedFromMs: toMs(Filter.UpdatedAfter),
    updatedBeforeMs: toMs(Filter.UpdatedBefore),
    ...(createdBy === undefined ? {} : { createdBy }),
  };
}
