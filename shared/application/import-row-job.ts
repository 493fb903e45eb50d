import { reservedKeyPrefix } from '../contracts/primitives';
import { invariant } from '../domain/assert';
import { importAuditId } from '../domain/audit/audit';
import { jobIdOfRow, type BulkImport } from '../domain/import/import';
import type { InvalidRow, RowJob, ValidRow } from '../domain/import/validate-row';
import { newJob, type Job } from '../domain/job/job';
import type { JobSettings } from './job-context';
import type { Store } from './store';

/** Metadata that names the import and the row of a job. */
const importKeys = { importId: `${reservedKeyPrefix}ImportID`, rowId: `${reservedKeyPrefix}RowID` } as const;

/** The parts of an import that its jobs are made from. */
export type JobSource = Pick<BulkImport, 'ID' | 'OrgID' | 'CampaignID' | 'CreatedMS' | 'JobIDs' | 'JobSalt'>;

/** Reads what the jobs of an import are planned by. */
export async function loadImportSettings(
  { campaigns, organizations }: Pick<Store, 'campaigns' | 'organizations'>,
  { ID, OrgID, CampaignID }: JobSource,
): Promise<JobSettings> {
  const [campaign, organization] = await Promise.all([campaigns.findConfig(CampaignID), organizations.find(OrgID)]);
  invariant(campaign !== undefined, `import ${ID} belongs to a campaign`);
  return { campaign, organization };
}

/** The job of a row before its first plan. That of an invalid row has the row's valid fields. */
export function createRowJob(source: JobSource, row: ValidRow | InvalidRow, nowMs: number): Job {
  const fields: Partial<RowJob> = row.kind === 'valid' ? row.job : row.salvaged;
  const request = {
    Overrides: {},
    ContactPhoneNumber: '',
    ...fields,
    Metadata: { ...fields.Metadata, [importKeys.importId]: source.ID, [importKeys.rowId]: row.number },
  };
  const id = jobIdOfRow(source, row.number);
  invariant(id !== undefined, 'ids are assigned before jobs are created');
  const ids = { id, orgId: source.OrgID, campaignId: source.CampaignID };
  return newJob(request, ids, nowMs, { ImportID: source.ID, AuditLogEntries: [importAuditId(source.ID)] });
}
