import { describeRequest } from '../../api/request';
import type { JobsSearch } from '../../lib/jobs-search';
import { literal } from '../../lib/snippets';
import { bulkBody, type BulkFields, type BulkKind } from './bulk-filter';

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
