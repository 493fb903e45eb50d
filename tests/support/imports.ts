import type { ActivityDeps } from '../../activities/deps';
import { newId } from '../../shared/adapters/ids';
import type { BulkImport } from '../../shared/domain/import/import';
import { orgId } from './builders';

/** Jobs that only wait, so that no call is made. */
const far = JSON.stringify({ Constraints: { MinCreationDelay: '1000h' } }).replaceAll('"', '""');

/** A file of contacts, as it is uploaded. @param numberOf the last digits of a row's number; by default each has its own */
export const contactsFile = (rows: number, numberOf = (row: number): number => row - 1): string =>
  [
    'ContactPhoneNumber,Overrides',
    ...Array.from({ length: rows }, (_, index) => `+1415${5_550_000 + numberOf(index + 1)},"${far}"`),
  ].join('\n');

/** Stores an import whose file has arrived, as the API does; no worker has started it. */
export async function storeImport(
  { store, imports }: Pick<ActivityDeps, 'store'> & { imports: Pick<ActivityDeps['imports'], 'files'> },
  campaignId: string,
  {
    rows,
    nowMs,
    text = contactsFile(rows),
    onDuplicate,
  }: { rows: number; nowMs: number; text?: string; onDuplicate?: BulkImport['OnDuplicate'] },
): Promise<BulkImport> {
  const bulkImport: BulkImport = {
    ID: newId('import'),
    OrgID: orgId,
    CampaignID: campaignId,
    CampaignVersion: 1,
    State: 'receiving',
    Format: 'csv',
    ...(onDuplicate === undefined ? {} : { OnDuplicate: onDuplicate }),
    Characters: text.length,
    JobIDs: { Salt: '0123456789abc', Batches: [] },
    CreatedMS: nowMs,
    Rows: 0,
    Offset: 0,
    RowsInvalid: 0,
    RetentionMS: 3_600_000,
    DueMS: nowMs + 600_000,
  };
  await store.imports.insert(bulkImport);
  await imports.files.put(bulkImport.ID, text);
  await store.imports.begin(bulkImport, nowMs);
  return bulkImport;
}
