import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { countRows } from '../../../shared/domain/import/read-rows';
import type { Policy } from '../../../shared/domain/organization/policy';
import { tooManyOpenJobs } from '../campaigns/too-many-open-jobs';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ImportSource } from './parse-upload';

/**
 * Checks that the organization may import a file of this size. @returns how many rows it has at most
 * @param isDryRun true if the rows are not counted, because they do not become jobs
 * @throws {ProblemError} 413 if it has too many rows, 409 if the organization would have too many open jobs
 */
export async function checkImportQuota(
  source: ImportSource,
  orgId: string,
  { policy: { MaxJobsPerImport, MaxOpenJobs }, isDryRun }: { policy: Policy; isDryRun: boolean },
  { store: { openJobs }, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>,
): Promise<number> {
  const check = isDryRun ? openJobs.fits : openJobs.admit;
  const admit = (rows: number): Promise<boolean> => check(orgId, rows, MaxOpenJobs, nowMs());
  const isSmall = (rows: number): boolean => MaxJobsPerImport === 0 || rows <= MaxJobsPerImport;
  // Lines are counted in milliseconds. Only a file that may be too large is read: a cell may hold line breaks.
  const lines = countLines(source.text);
  if (isSmall(lines) && (await admit(lines))) return lines;
  const rows = await countRows(source.rows, yieldToEventLoop);
  if (!isSmall(rows)) {
    const detail = `The file has ${rows} rows; the operator of this service allows ${MaxJobsPerImport} in one file.`;
    throw new ProblemError('too_many_rows', { detail });
  }
  if (!(await admit(rows))) throw tooManyOpenJobs(MaxOpenJobs);
  return rows;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** An upper bound of the rows: lines end with LF, CR LF or CR. */
export function countLines(text: string): number {
  let lines = 1;
  // A search from one line end to the next takes several times as long where there are millions of them.
  for (let at = 0, before = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === carriageReturn || (code === lineFeed && before !== carriageReturn)) lines++;
    before = code;
  }
  return lines;
}
