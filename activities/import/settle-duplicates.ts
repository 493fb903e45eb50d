import { jobIdOfRow, type BulkImport } from '../../shared/domain/import/import';
import { settleDuplicate, type SkippedRow } from '../../shared/domain/import/duplicates';
import type { ValidatedRow } from '../../shared/domain/import/validate-row';
import type { ImportDeps } from './batches';

/**
 * Settles what becomes of rows whose numbers are in an earlier row of the file, or have an open job in the campaign. The
 * rows follow those that were settled before. A repeat gives the same result, because the claims on the numbers are stored.
 */
export async function settleDuplicates(
  { store }: Pick<ImportDeps, 'store'>,
  bulkImport: BulkImport,
  rows: readonly ValidatedRow[],
): Promise<(ValidatedRow | SkippedRow)[]> {
  const { ID, OrgID: orgId, CampaignID: campaignId, OnDuplicate: action } = bulkImport;
  if (action === undefined) return [...rows];
  const numbers = rows.flatMap((row) =>
    row.kind === 'valid' ? [{ number: row.number, phoneNumber: row.job.ContactPhoneNumber }] : [],
  );
  const claims = await store.importNumbers.claim(ID, numbers, (asked) =>
    store.jobsByNumber.findOpen({ orgId, campaignId }, asked, { exceptImportId: ID }),
  );
  const settled = rows.map((row) => {
    const claim = row.kind === 'valid' ? claims.get(row.job.ContactPhoneNumber) : undefined;
    return row.kind === 'valid' && claim !== undefined ? settleDuplicate(row, claim, action) : row;
  });
  return keepStored({ store }, bulkImport, rows, settled);
}

/**
 * A skipped row may have a job: its batch was stored by a worker of an earlier version, or when the row was invalid by the
 * policy of that moment. Such a row counts by its job.
 */
async function keepStored(
  { store }: Pick<ImportDeps, 'store'>,
  bulkImport: BulkImport,
  rows: readonly ValidatedRow[],
  settled: readonly (ValidatedRow | SkippedRow)[],
): Promise<(ValidatedRow | SkippedRow)[]> {
  const skipped = settled.filter((row) => row.kind === 'skipped');
  const ids = skipped.map(({ number }) => jobIdOfRow(bulkImport, number) ?? '');
  const stored = ids.length === 0 ? new Set<string>() : await store.jobs.findStored(ids);
  if (stored.size === 0) return [...settled];
  return settled.map((row, index) =>
    row.kind === 'skipped' && stored.has(jobIdOfRow(bulkImport, row.number) ?? '') ? (rows[index] ?? row) : row,
  );
}
