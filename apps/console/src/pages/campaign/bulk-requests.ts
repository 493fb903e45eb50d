import type { CreateBulkAction } from '@outdial/client';
import { describeRequest } from '../../api/request';
import type { FailureReason, JobsSearch, JobState } from '../../lib/jobs-search';
import { literal } from '../../lib/snippets';

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

function commandOf(kind: BulkKind, campaignID: string, search: JobsSearch, fields: BulkFields): string[] {
  const { state, test, import_id, created_after, created_before } = search;
  const flags = [
    ...(state === undefined ? [] : ['--state', state]),
    ...(test === undefined ? [] : [test === 'true' ? '--test' : '--no-test']),
    ...(import_id === undefined ? [] : ['--import', import_id]),
    ...(created_after === undefined ? [] : ['--created-after', created_after]),
    ...(created_before === undefined ? [] : ['--created-before', created_before]),
    ...fields.reasons.flatMap((reason) => ['--failure-reason', reason]),
  ];
  const at = fields.callAtMs === undefined ? [] : ['--at', new Date(fields.callAtMs).toISOString()];
  return ['bulk', kind, '--campaign', campaignID, ...(flags.length === 0 ? ['--all'] : flags), ...at];
}

/** The body of a bulk action on what the list's filters select. */
export const bulkBody = (kind: BulkKind, search: JobsSearch, fields: BulkFields, dryRun: boolean): CreateBulkAction =>
  ({
    Action: kind,
    Filter: filterOf(search, fields),
    ...(kind === 'reschedule' ? { CallAtUnixSeconds: Math.round((fields.callAtMs ?? 0) / 1000) } : {}),
    ...(dryRun ? { DryRun: true } : {}),
  }) as CreateBulkAction;

export function bulkAction(kind: BulkKind, campaignID: string, search: JobsSearch, fields: BulkFields) {
  const body = bulkBody(kind, search, fields, false);
  return describeRequest(
    'post',
    '/campaigns/{campaignID}/bulk-actions',
    { path: { campaignID }, body },
    {
      cli: commandOf(kind, campaignID, search, fields),
      ts: `outdial.bulkActions.create(${literal(campaignID)}, ${literal(body)})`,
    },
  );
}

export const cancelBulkAction = (campaignID: string, bulkActionID: string) =>
  describeRequest(
    'post',
    '/campaigns/{campaignID}/bulk-actions/{bulkActionID}/cancel',
    { path: { campaignID, bulkActionID }, body: {} },
    {
      cli: ['bulk', 'stop', bulkActionID, '--campaign', campaignID],
      ts: `outdial.bulkActions.cancel(${literal(campaignID)}, ${literal(bulkActionID)})`,
    },
  );
