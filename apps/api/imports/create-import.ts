import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../../../shared/adapters/ids';
import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import { isDuplicateKey } from '../../../shared/adapters/mongo/client';
import { loadZones } from '../../../shared/adapters/numbers/zones-of-number';
import { simulatorProblems } from '../../../shared/adapters/telephony/simulated/problems';
import { createRowJudge, type RowJudge } from '../../../shared/contracts/import-row';
import type { BulkImport } from '../../../shared/domain/import/import';
import { readRows } from '../../../shared/domain/import/read-rows';
import { findCampaign } from '../campaigns/handlers';
import type { ApiDeps } from '../deps';
import { ProblemError } from '../middleware/problem';
import type { ApiRequest, Reply } from '../routing/route';
import { dryRun } from './dry-run';
import { noRows, readFile, rowErrors, type ImportSource } from './read-file';

/** Rows that are judged before the upload is answered. */
const firstRows = 20;
/** A file that has not arrived by then was lost with its process: a repeat of the request takes over, and later the sweeper cleans up. */
const arrival = { takeOverAfterMs: 15_000, forgetAfterMs: 600_000 } as const;

export type BulkRequest = ApiRequest<'campaignID', unknown, { dry_run?: boolean | undefined }>;

const judgeFor = (campaign: Campaign): Promise<RowJudge> =>
  createRowJudge({ campaign: campaign.Config, integrationProblems: simulatorProblems, loadZones });

/** Takes a file of jobs: its first rows are judged here, all of it is stored, and the import's workflow does the rest. */
export async function createImport(request: BulkRequest, deps: ApiDeps): Promise<Reply> {
  const { file, orgId, params, query } = request;
  const campaign = await findCampaign({ orgId, campaignId: params.campaignID }, deps);
  if (query.dry_run === true) return dryRun(readFile(file), await judgeFor(campaign));
  const fileMark = deps.imports.files.mark(
    campaign.ID,
    file?.contentType ?? '',
    file?.fileName ?? '',
    file?.content ?? '',
  );
  const repeated = await replay(request, fileMark, deps);
  if (repeated !== undefined) return repeated;
  const source = readFile(file);
  checkFirstRows(source, await judgeFor(campaign));
  const bulkImport = newImport(request, { campaign, source, fileMark }, deps);
  if (!(await claim(bulkImport, deps))) return (await replay(request, fileMark, deps)) ?? Promise.reject(inProgress());
  await deps.imports.files.put(bulkImport.ID, source.text);
  await deps.store.imports.begin(bulkImport.ID, deps.nowMs());
  // What the engine does not hear now it hears from the sweeper.
  deps.flows.startImport(bulkImport).catch((error: unknown) => {
    deps.logger.warn({ importId: bulkImport.ID, err: error }, 'import.start_deferred');
  });
  return accepted(bulkImport.ID);
}

const accepted = (importId: string, headers: Record<string, string> = {}): Reply => ({
  status: 202,
  headers: { Location: `/imports/${importId}`, ...headers },
  body: { ImportID: importId },
});

function checkFirstRows({ rows }: ImportSource, judge: RowJudge): void {
  const first = readRows(rows, rows.start, { rows: firstRows, characters: Infinity });
  if (first.rows.length === 0) throw noRows();
  const errors = first.rows
    .map(judge)
    .flatMap((row) => (row.kind === 'bad' ? rowErrors(row.number, row.problems) : []));
  const [problem] = errors;
  if (problem === undefined) return;
  const place = `Row ${problem.row ?? 0}${problem.column ? `, ${problem.column}` : ''}`;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
  throw new ProblemError('invalid_rows', { detail: `${place}: ${problem.detail}${more}`, errors });
}

/** Whoever repeats a request by its key asks for the same import. */
function importIdOf({ idempotencyKey, orgId }: BulkRequest): string {
  if (idempotencyKey === undefined) return newId('import');
  return `import_${createHash('sha256').update(`${orgId} ${idempotencyKey}`).digest('hex').slice(0, 32)}`;
}

function newImport(
  request: BulkRequest,
  of: { campaign: Campaign; source: ImportSource; fileMark: string },
  { imports, nowMs }: ApiDeps,
): BulkImport {
  const now = nowMs();
  return {
    ID: importIdOf(request),
    OrgID: request.orgId,
    CampaignID: of.campaign.ID,
    CampaignVersion: of.campaign.Version,
    State: 'receiving',
    Format: of.source.format,
    FileMark: of.fileMark,
    Characters: of.source.text.length,
    JobSalt: randomBytes(7).toString('hex').slice(0, 13),
    CreatedMS: now,
    Rows: 0,
    Offset: 0,
    RowsInvalid: 0,
    RetentionMS: imports.retentionMs,
    DueMS: now + arrival.forgetAfterMs,
  };
}

/** Writes the import down before its file. @returns false when the same request is being answered by somebody else */
async function claim(bulkImport: BulkImport, { store, nowMs }: ApiDeps): Promise<boolean> {
  try {
    await store.imports.insert(bulkImport);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const standing = await store.imports.find({ orgId: bulkImport.OrgID, importId: bulkImport.ID });
  if (standing?.State !== 'receiving' || nowMs() - standing.CreatedMS < arrival.takeOverAfterMs) return false;
  const { ID: _id, ...fresh } = bulkImport;
  return store.imports.takeOver(standing, fresh);
}

const inProgress = (): ProblemError =>
  new ProblemError('idempotency_in_progress', {
    detail: 'Another request with this Idempotency-Key is being answered. Please repeat the request.',
    headers: { 'Retry-After': '5' },
  });

/** The answer to a request that was answered before; `undefined` for a new one. */
async function replay(request: BulkRequest, fileMark: string, { store, nowMs }: ApiDeps): Promise<Reply | undefined> {
  if (request.idempotencyKey === undefined) return undefined;
  const importId = importIdOf(request);
  const standing = await store.imports.find({ orgId: request.orgId, importId });
  if (standing === undefined) return undefined;
  if (standing.FileMark !== fileMark) {
    throw new ProblemError('idempotency_key_reused', {
      detail: 'This Idempotency-Key was used with another file or campaign.',
      errors: [{ pointer: 'Idempotency-Key', detail: 'Used with another file or campaign before.' }],
    });
  }
  if (standing.State !== 'receiving') return accepted(importId, { 'Idempotent-Replayed': 'true' });
  if (nowMs() - standing.CreatedMS < arrival.takeOverAfterMs) throw inProgress();
  return undefined;
}
