import type { CreateBulkAction } from '@outdial/client';
import type { FailureReason, JobsSearch, JobState } from '../../lib/jobs-search.ts';

/** What can be done to many jobs here; `update` takes a document, and is left to the API. */
export type BulkKind = 'redial' | 'reschedule' | 'cancel' | 'erase';

/** The states in which each action changes a job. */
const statesOf: Record<BulkKind, readonly JobState[]> = {
  redial: ['completed', 'failed', 'canceled'],
  reschedule: ['created', 'scheduled'],
  cancel: ['created', 'scheduled', 'calling'],
  erase: ['created', 'scheduled', 'calling', 'completed', 'failed', 'canceled'],
};

/** What the fields of the dialog add. */
export interface BulkFields {
  reasons: readonly FailureReason[];
  callAtMs: number | undefined;
}

/** Why the list's filters select nothing that the action can change. */
export function bulkRefusal(kind: BulkKind, { state, search }: JobsSearch): string | undefined {
  if (search !== undefined) return 'A search selects no jobs for a bulk action: clear it, and use the filters.';
  if (state !== undefined && !statesOf[kind].includes(state))
    return `Only jobs that are ${statesOf[kind].join(', ')} can be changed this way, and the filter selects ${state}.`;
  return undefined;
}

function filterOf(search: JobsSearch, { reasons }: BulkFields) {
  const filter = {
    ...(search.state === undefined ? {} : { States: [search.state] }),
    ...(search.test === undefined ? {} : { Test: search.test === 'true' }),
    ...(search.import_id === undefined ? {} : { ImportID: search.import_id }),
    ...(search.created_after === undefined ? {} : { CreatedAfter: search.created_after }),
    ...(search.created_before === undefined ? {} : { CreatedBefore: search.created_before }),
    ...(reasons.length === 0 ? {} : { FailureReasons: [...reasons] }),
  };
  return Object.keys(filter).length === 0 ? { All: true as const } : filter;
}

/** The body of a bulk action on what the list's filters select. */
export const bulkBody = (kind: BulkKind, search: JobsSearch, fields: BulkFields, dryRun: boolean): CreateBulkAction =>
  ({
    Action: kind,
    Filter: filterOf(search, fields),
    ...(kind === 'reschedule' ? { CallAtUnixSeconds: Math.round((fields.callAtMs ?? 0) / 1000) } : {}),
    ...(dryRun ? { DryRun: true } : {}),
  }) as CreateBulkAction;
