import { randomBytes } from 'node:crypto';
import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import { isDuplicateKey } from '../../../shared/adapters/mongo/client';
import { loadNumberFacts } from '../../../shared/adapters/numbers/facts-of-number';
import { loadNumberReader } from '../../../shared/adapters/numbers/read-number';
import { loadZones } from '../../../shared/adapters/numbers/zones-of-number';
import { rowShape } from '../../../shared/contracts/import-row';
import { importAuditId } from '../../../shared/domain/audit/audit';
import { hasCeilings } from '../../../shared/domain/campaign/ceilings';
import { appendProblemCount } from '../../../shared/domain/field-problem';
import type { BulkImport, DuplicateAction } from '../../../shared/domain/import/import';
import { batchLimits, readRows, type RowFile } from '../../../shared/domain/import/read-rows';
import type { Row } from '../../../shared/domain/import/row';
import type { Policy } from '../../../shared/domain/organization/policy';
import {
  createRowValidator,
  validateRows,
  type RowValidator,
  type ValidatedRow,
} from '../../../shared/domain/import/validate-row';
import type { Pace } from '../../../shared/domain/turns';
import { audit } from '../audit/audit';
import { findOpenCampaign } from '../campaigns/find-open-campaign';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { checkImportQuota } from './check-quota';
import { runForClient } from '../http/run-for-client';
import { toWarnings } from '../http/warnings';
import { noRowsProblem, parseUpload, toRowErrors, type ImportSource } from './parse-upload';
import { createRowWarnings, type RowWarnings } from './row-warnings';
import { runDry } from './run-dry';

/** Rows that are validated before the response. */
const previewedRows = 20;
/** If the file is not stored by then, its process was lost: the sweeper cleans up. */
const receiveTimeoutMs = 600_000;

export type BulkRequest = ApiRequest<
  'campaignID',
  unknown,
  {
    dry_run?: boolean | undefined;
    on_duplicate?: Exclude<DuplicateAction, 'keep'> | undefined;
    default_country?: string | undefined;
  }
>;

/** The country of numbers without a country code: that of the upload, or else of the campaign. */
const defaultCountryOf = ({ query }: BulkRequest, { Config }: Campaign): string | undefined =>
  query.default_country ?? Config.DefaultCountry;

const loadRowValidator = (
  request: BulkRequest,
  { campaign, policy }: { campaign: Campaign; policy: Policy },
  { nowMs, validateOverrides }: ApiDeps,
): Promise<RowValidator> =>
  createRowValidator({
    policy,
    hasCeilings: hasCeilings(request),
    shape: rowShape,
    campaign: campaign.Config,
    defaultCountry: defaultCountryOf(request, campaign),
    validateOverrides: (overrides, pointer) => validateOverrides(overrides, { pointer, orgId: request.orgId }),
    loadZones,
    loadNumberFacts,
    loadNumberReader,
    nowMs: nowMs(),
  });

/** Accepts a file of jobs: validates its first rows and stores the file; the import's workflow does the rest. */
export async function createImport(request: BulkRequest, deps: ApiDeps): Promise<Reply> {
  const { file, orgId, params, query } = request;
  if (query.dry_run !== true && request.isReplay && (await isAlreadyStored(request, deps)))
    return acceptedReply(request.newId('import'));
  const { campaign, organization } = await findOpenCampaign({ orgId, campaignId: params.campaignID }, deps);
  const policy = deps.store.policyOf(organization);
  const source = parseUpload(file);
  const validate = await loadRowValidator(request, { campaign, policy }, deps);
  const isDryRun = query.dry_run === true;
  if (isDryRun) {
    await checkImportQuota(source, orgId, { policy, isDryRun }, deps);
    const onDuplicate = query.on_duplicate ?? 'keep';
    return runDry(request, source, { campaign, organization, validate, onDuplicate }, deps);
  }
  const warnings = createRowWarnings();
  await runForClient(request, deps, async (pace) => warnings.add(await checkFirstRows(source, validate, pace)));
  const RowsAtMost = await checkImportQuota(source, orgId, { policy, isDryRun }, deps);
  const bulkImport = { ...newImport(request, { campaign, source }, deps), RowsAtMost };
  const target = { CampaignID: campaign.ID, ImportID: bulkImport.ID };
  const auditId = (): string => importAuditId(bulkImport.ID);
  await audit({ ...request, newId: auditId }, { Action: 'import.created', ...target }, deps);
  if (!(await claimImport(bulkImport, deps))) return acceptedReply(bulkImport.ID, warnings);
  await deps.imports.files.put(bulkImport.ID, source.text);
  if (!(await deps.store.imports.begin(bulkImport, deps.nowMs()))) return rejectLateFile(bulkImport, deps);
  // If Temporal is unreachable, the sweeper starts the workflow later.
  deps.workflows.startImport(bulkImport).catch((error: unknown) => {
    deps.logger.warn({ importId: bulkImport.ID, err: error }, 'import.start_deferred');
  });
  return acceptedReply(bulkImport.ID, warnings);
}

/**
 * Storing the file took so long that the sweeper discarded the import: erases the late file and rejects the request.
 */
async function rejectLateFile({ ID, OrgID }: BulkImport, { imports, store }: ApiDeps): Promise<never> {
  // A retry that took over the import has stored the same file under the same id.
  if ((await store.imports.find({ orgId: OrgID, importId: ID })) === undefined) await imports.files.erase(ID);
  throw new ProblemError('store_unavailable', {
    detail: 'Storing the file took too long. Send it again.',
    headers: { 'Retry-After': '2' },
  });
}

/** @param warnings about the first rows; the dry run has those of all */
const acceptedReply = (importId: string, warnings?: RowWarnings): Reply => ({
  status: 202,
  headers: { Location: `/imports/${importId}` },
  body: { ImportID: importId, ...toWarnings(warnings?.list() ?? []) },
});

async function checkFirstRows({ rows }: ImportSource, validateRow: RowValidator, pace: Pace): Promise<ValidatedRow[]> {
  const first = await readFirstRows(rows, pace);
  if (first.length === 0) throw noRowsProblem();
  const validated = await validateRows(first, validateRow, pace);
  const errors = validated.flatMap((row) => (row.kind === 'invalid' ? toRowErrors(row.number, row.problems) : []));
  const [problem] = errors;
  if (problem === undefined) return validated;
  const place = `Row ${problem.row}${problem.column ? `, ${problem.column}` : ''}`;
  const detail = appendProblemCount(`${place}: ${problem.detail}`, errors.length, ', see errors');
  throw new ProblemError('invalid_rows', { detail, errors });
}

/** Reads in turns with other requests: millions of blank lines may come first. */
export async function readFirstRows(file: RowFile, pace: Pace): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor = file.start, done = false; !done && rows.length < previewedRows;) {
    const read = readRows(file, cursor, { ...batchLimits, rows: previewedRows - rows.length });
    rows.push(...read.rows);
    ({ cursor, done } = read);
    await pace();
  }
  return rows;
}

function newImport(
  request: BulkRequest,
  of: { campaign: Campaign; source: ImportSource },
  { imports, nowMs }: ApiDeps,
): BulkImport {
  const now = nowMs();
  return {
    ID: request.newId('import'),
    OrgID: request.orgId,
    CampaignID: of.campaign.ID,
    CampaignVersion: of.campaign.Version,
    HasCeilings: hasCeilings(request),
    State: 'receiving',
    Format: of.source.format,
    ...(request.query.on_duplicate === undefined ? {} : { OnDuplicate: request.query.on_duplicate }),
    DefaultCountry: defaultCountryOf(request, of.campaign),
    Characters: of.source.text.length,
    JobIDs: { Salt: randomBytes(7).toString('hex').slice(0, 13), Batches: [] },
    CreatedMS: now,
    Rows: 0,
    Offset: 0,
    RowsInvalid: 0,
    RetentionMS: imports.retentionMs,
    DueMS: now + receiveTimeoutMs,
  };
}

/** True if an earlier attempt of the request stored the whole file, validated against the campaign as it was then. */
async function isAlreadyStored({ orgId, newId }: BulkRequest, { store }: ApiDeps): Promise<boolean> {
  const existing = await store.imports.find({ orgId, importId: newId('import') });
  return existing !== undefined && existing.State !== 'receiving';
}

/**
 * Stores the import before its file.
 * @returns false if an earlier attempt of the request completed and its response was lost
 */
async function claimImport(bulkImport: BulkImport, { store }: ApiDeps): Promise<boolean> {
  try {
    await store.imports.insert(bulkImport);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const existing = await store.imports.find({ orgId: bulkImport.OrgID, importId: bulkImport.ID });
  if (existing?.State !== 'receiving') return false;
  const { ID: _id, ...fresh } = bulkImport;
  return store.imports.takeOver(existing, fresh);
}
