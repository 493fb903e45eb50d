import type { NewSuppression } from '../../../shared/adapters/mongo/suppressions.repository';
import { loadNumberReader } from '../../../shared/adapters/numbers/read-number';
import type { NormalizedNumberBody } from '../../../shared/contracts/import-response.schema';
import { describeExpectation } from '../../../shared/contracts/issues';
import {
  suppressionRowSchema,
  type RefusedRowBody,
  type SuppressionUploadBody,
  type UploadSuppressionsQuery,
} from '../../../shared/contracts/suppression.schema';
import type { ReadNumber } from '../../../shared/domain/organization/numbers';
import { truncateForDisplay } from '../../../shared/domain/import/row';
import {
  openSuppressions,
  type RowRefusal,
  type SuppressionFile,
  type SuppressionRow,
} from '../../../shared/domain/suppression/read-suppressions';
import type { SuppressionScope } from '../../../shared/domain/suppression/suppression';
import { audit } from '../audit/audit';
import { findCampaign } from '../campaigns/find-campaign';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { Reply } from '../http/route';
import { countLines } from '../imports/check-quota';
import { decodeUpload, headerProblem, noRowsProblem } from '../imports/parse-upload';
import { createEntryCheck, resolveScope, type EntryCheck, type ScopedRequest } from './scope';

const maxLines = 50_000;
/** Rows that are validated and stored at a time: a few milliseconds of computing between two writes. */
const batchSize = 500;
/** Refused rows in the response, and unassigned and normalized ones; the counts cover all. */
const maxListed = 1_000;

/** What the rows of a file become entries with. */
interface RowDefaults {
  reason: NewSuppression['Reason'];
  keyId: string;
  nowMs: number;
  check: EntryCheck;
  readNumber: ReadNumber;
  /** The country of numbers without a country code; without it, they are refused. */
  country: string | undefined;
}

/**
 * Suppresses the numbers of a CSV file, batch by batch. Every row is counted once. A repeat after a lost response adds
 * nothing twice.
 */
export async function uploadSuppressions(
  request: ScopedRequest<unknown, UploadSuppressionsQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const scope = await resolveScope(request, deps);
  const { text } = decodeUpload(request.file, ['csv']);
  const lines = countLines(text);
  if (lines > maxLines + 1) {
    const detail = `The file has ${lines} lines; at most ${maxLines} rows are accepted in one file.`;
    throw new ProblemError('too_many_rows', { detail });
  }
  const file = openSuppressions(text);
  if ('problems' in file) throw headerProblem(file.problems);
  if (file.rows().next().done === true) throw noRowsProblem();
  const reason = request.query.reason ?? 'opted_out';
  const action = { Action: 'suppressions.uploaded', CampaignID: scope.campaignId } as const;
  await audit(request, { ...action, Details: { Reason: reason, Lines: lines } }, deps);
  const nowMs = deps.nowMs();
  const check = await createEntryCheck(nowMs);
  const country = await findDefaultCountry(request.query, scope, deps);
  const defaults = { reason, keyId: request.keyId, nowMs, check, country, readNumber: await loadNumberReader() };
  return { status: 200, body: await storeRows(file, { scope, defaults, signal: request.signal }, deps) };
}

async function findDefaultCountry(
  { default_country: given }: UploadSuppressionsQuery,
  { orgId, campaignId }: SuppressionScope,
  deps: ApiDeps,
): Promise<string | undefined> {
  if (given !== undefined || campaignId === undefined) return given;
  return (await findCampaign({ orgId, campaignId }, deps)).Config.DefaultCountry;
}

async function storeRows(
  file: SuppressionFile,
  { scope, defaults, signal }: { scope: SuppressionScope; defaults: RowDefaults; signal: AbortSignal },
  { store }: ApiDeps,
): Promise<SuppressionUploadBody> {
  const report = {
    Rows: 0,
    RowsAdded: 0,
    RowsExtended: 0,
    RowsPresent: 0,
    RowsRefused: 0,
    Refused: [] as RefusedRowBody[],
    RowsUnassigned: 0,
    UnassignedRows: [] as number[],
    RowsNormalized: 0,
    Normalized: [] as NormalizedNumberBody[],
  };
  const counters = { added: 'RowsAdded', extended: 'RowsExtended', present: 'RowsPresent' } as const;
  const storeBatch = async (rows: readonly SuppressionRow[]): Promise<void> => {
    const entries: NewSuppression[] = [];
    for (const row of rows) {
      const read = 'refusal' in row ? row : readRow(row.cells, defaults);
      report.Rows++;
      if ('refusal' in read) {
        report.RowsRefused++;
        if (report.Refused.length < maxListed) report.Refused.push(toRefused(row.number, read.refusal));
        continue;
      }
      const { entry, written } = read;
      entries.push(entry);
      if (written !== entry.phoneNumber) {
        report.RowsNormalized++;
        const normalized = { Row: row.number, Column: 'PhoneNumber', Value: written, Number: entry.phoneNumber };
        if (report.Normalized.length < maxListed) report.Normalized.push(normalized);
      }
      if (!defaults.check.isUnassigned(entry.phoneNumber)) continue;
      report.RowsUnassigned++;
      if (report.UnassignedRows.length < maxListed) report.UnassignedRows.push(row.number);
    }
    for (const result of await store.suppressions.add(scope, entries, defaults.nowMs)) report[counters[result]]++;
  };
  let batch: SuppressionRow[] = [];
  for (const row of file.rows()) {
    if (batch.push(row) < batchSize) continue;
    signal.throwIfAborted();
    await storeBatch(batch);
    batch = [];
  }
  await storeBatch(batch);
  return report;
}

type Cells = Extract<SuppressionRow, { cells: unknown }>['cells'];

function readRow(
  cells: Cells,
  { reason, keyId, nowMs, check, readNumber, country }: RowDefaults,
): { entry: NewSuppression; written: string } | { refusal: RowRefusal } {
  const { PhoneNumber: written = '' } = cells;
  const { number, problem: unread } = written === '' ? {} : readNumber(written, country);
  if (unread !== undefined) return { refusal: toRefusal(cells, 'PhoneNumber', unread) };
  const parsed = suppressionRowSchema.safeParse({ ...cells, PhoneNumber: number }, { error: describeExpectation });
  const issue = parsed.error?.issues[0];
  if (!parsed.success) return { refusal: toRefusal(cells, String(issue?.path[0] ?? ''), issue?.message ?? '') };
  const [problem] = check.findProblems(parsed.data);
  if (problem !== undefined) return { refusal: toRefusal(cells, problem.pointer.slice(1), problem.detail) };
  const { PhoneNumber: phoneNumber, Reason: Reason = reason, Note, Until } = parsed.data;
  const UntilMS = Until === undefined ? undefined : Date.parse(Until);
  const entry: NewSuppression = { phoneNumber, Reason, Source: 'csv', KeyID: keyId, Note, CreatedMS: nowMs, UntilMS };
  return { entry, written };
}

function toRefusal(cells: Cells, column: string, detail: string): RowRefusal {
  const value = cells[column as keyof Cells];
  const code = value === undefined ? 'missing_value' : 'invalid_value';
  return { column, value: truncateForDisplay(value), code, detail };
}

const toRefused = (Row: number, { column, value, code, detail }: RowRefusal): RefusedRowBody => ({
  Row,
  Column: column,
  Value: value,
  Code: code,
  Detail: detail,
});
