import { Readable } from 'node:stream';
import type { ImportError } from '../../../shared/adapters/mongo/import-errors.repository';
import type { ImportErrorBody } from '../../../shared/contracts/import-response.schema';
import type { BulkImport } from '../../../shared/domain/import/import';
import type { ApiDeps } from '../http/deps';
import { negotiate } from '../http/negotiate';
import type { Reply } from '../http/route';
import { type OneImport, findImport } from './find-import';
import { csvHeader, toCsvLine, toImportErrorBody } from './presenter';

/** Errors per page; the errors of one row are never split. */
const pageSize = 1_000;

const maxPerRow = 10;

interface ErrorPage {
  errors: ImportErrorBody[];
  more: boolean;
}

/** Loads a page of errors that ends at a row boundary. */
async function errorPage(of: BulkImport, after: number, { store }: ApiDeps): Promise<ErrorPage> {
  const found = await store.importErrors.list(of.ID, after, pageSize + maxPerRow);
  // After the errors: the import assigns job ids to its rows before it stores their errors.
  const bulkImport = (await store.imports.load(of.ID)) ?? of;
  const present = (errors: ImportError[]) => errors.map((error) => toImportErrorBody(bulkImport, error));
  if (found.length < pageSize + maxPerRow) return { errors: present(found), more: false };
  const lastRow = found.at(-1)?.Row;
  return { errors: present(found.filter((error) => error.Row !== lastRow)), more: true };
}

/** Lists the errors: one page as JSON, or all of them as CSV. */
export async function listImportErrors(
  request: OneImport<{ after?: number | undefined }>,
  deps: ApiDeps,
): Promise<Reply> {
  const bulkImport = await findImport(request, deps);
  const after = request.query.after ?? 0;
  if (negotiate(request, ['application/json', 'text/csv']) === 'text/csv')
    return streamErrorsAsCsv(bulkImport, after, deps);
  const { errors: Errors, more } = await errorPage(bulkImport, after, deps);
  return { status: 200, body: { Errors, ...(more ? { NextAfter: Errors.at(-1)?.Row } : {}) } };
}

/** Streams all errors, read as fast as the client consumes them. */
function streamErrorsAsCsv(bulkImport: BulkImport, from: number, deps: ApiDeps): Reply {
  const serializePage = ({ errors }: ErrorPage): string => errors.map(toCsvLine).join('');
  async function* file(first: ErrorPage): AsyncGenerator<string> {
    yield csvHeader + serializePage(first);
    for (let page = first; page.more;) {
      page = await errorPage(bulkImport, page.errors.at(-1)?.Row ?? from, deps);
      yield serializePage(page);
    }
  }
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${bulkImport.ID}-errors.csv"`,
  };
  // The first page is read before the response begins: an unavailable store still becomes a problem response.
  const stream = async (): Promise<Readable> =>
    Readable.from(file(await errorPage(bulkImport, from, deps)), { highWaterMark: 1 });
  return { status: 200, headers, body: undefined, stream };
}
