import { summarizeRowProblems, type RowJob, type ValidatedRow } from '../../shared/domain/import/validate-row';
import { reservedKeyPrefix } from '../../shared/contracts/primitives';
import { importAuditId } from '../../shared/domain/audit/audit';
import { jobIdOfRow, type BulkImport } from '../../shared/domain/import/import';
import type { Job } from '../../shared/domain/job/job';
import { initialJobFields } from '../../shared/domain/job/new-job';

/**
 * When the sweeper looks at a job that has not begun. The import itself starts each job, or brings this forward; after that a job of a
 * large file may stand in line for long, and asking after it would only make the line longer.
 */
const startGraceMs = 2 * 3_600_000;

/** Metadata that tells where an imported job comes from. */
export const importKeys = { importId: `${reservedKeyPrefix}ImportID`, rowId: `${reservedKeyPrefix}RowID` } as const;

/** The job of a row. A bad row has one too, which fails as soon as it begins. */
export function jobOfRow(bulkImport: BulkImport, row: ValidatedRow, nowMs: number): Job {
  const { ContactPhoneNumber, TestJob, ...request }: Partial<RowJob> = row.kind === 'valid' ? row.job : row.salvaged;
  return {
    Overrides: {},
    ...request,
    ...(TestJob === true ? { TestJob } : {}),
    ...(row.kind === 'valid' ? {} : { ConfigurationError: summarizeRowProblems(row.number, row.problems) }),
    Metadata: { ...request.Metadata, [importKeys.importId]: bulkImport.ID, [importKeys.rowId]: row.number },
    PhoneNumber: ContactPhoneNumber ?? '',
    ID: jobIdOfRow(bulkImport, row.number),
    ImportID: bulkImport.ID,
    AuditLogEntries: [importAuditId(bulkImport.ID)],
    OrgID: bulkImport.OrgID,
    CampaignID: bulkImport.CampaignID,
    ...initialJobFields(nowMs, startGraceMs),
  };
}
