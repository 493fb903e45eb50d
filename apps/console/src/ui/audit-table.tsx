import type { AuditLogEntry } from '@outdial/client';
import { words } from '../lib/format';
import { Instant } from './instant';
import { Empty } from './loaded';
import { Table, type Column } from './table';

/** Entries of the audit log. */
export const AuditTable = ({ entries }: { entries: readonly AuditLogEntry[] }) =>
  entries.length === 0 ? (
    <Empty>No entries.</Empty>
  ) : (
    <Table caption="Audit log" columns={columns} rows={entries} rowKey={({ ID }) => ID} />
  );

function actor({ Data: { Actor } }: AuditLogEntry): string {
  return Actor.Kind === 'api_key' ? Actor.KeyID : `service: ${Actor.Name}`;
}

const target = ({ Data: { JobID, CallID, ImportID, BulkActionID, WebhookID, KeyID } }: AuditLogEntry): string =>
  CallID ?? JobID ?? ImportID ?? BulkActionID ?? WebhookID ?? KeyID ?? '';

const columns: Column<AuditLogEntry>[] = [
  { head: 'When', cell: ({ CreatedAt }) => <Instant at={CreatedAt} /> },
  { head: 'Action', cell: ({ Data }) => words(Data.Action) },
  { head: 'By', cell: (entry) => <code className="font-mono text-xs">{actor(entry)}</code> },
  { head: 'On', cell: (entry) => <code className="font-mono text-xs">{target(entry)}</code> },
  {
    head: 'Details',
    cell: ({ Data }) =>
      Data.Details === undefined ? '' : <code className="text-xs">{JSON.stringify(Data.Details)}</code>,
  },
];
