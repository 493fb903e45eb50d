import { Readable } from 'node:stream';
import type { ImportError } from '../../../shared/adapters/mongo/import-errors.repository';
import { canAccessCampaign } from '../../../shared/domain/access/api-key';
import type { BulkImport } from '../../../shared/domain/import/import';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import { negotiate } from '../http/negotiate';
import type { ApiRequest, Reply } from '../http/route';
import {
  csvHeader,
  toCsvLine,
  toImportBody,
  toImportErrorBody,
  toImportRecord,
  isVisible,
  type VisibleImport,
} from './presenter';

/** Errors per page; the errors of one row are never split. */
const pageSize = 1_000;
const maxPerRow = 10;

type OneImport<Query = unknown> = ApiRequest<'importID', unknown, Query>;

export async function findImport(
  { orgId, params, campaignIds }: Pick<OneImport, 'orgId' | 'params' | 'campaignIds'>,
  { store }: ApiDeps,
): Promise<VisibleImport> {
  const bulkImport = await store.imports.find({ orgId, importId: params.importID });
  if (!bulkImport || !isVisible(bulkImport)) throw new ProblemError('import_not_found');
  if (!canAccessCampaign({ CampaignIDs: campaignIds }, bulkImport.CampaignID))
    throw new ProblemError('import_not_found');
  return bulkImport;
}

export async function getImport(request: OneImport, deps: ApiDeps): Promise<Reply> {
  const bulkImport = await findImport(request, deps);
  const counts = await deps.store.jobLists.countByImport(bulkImport);
  return { status: 200, body: toImportBody(bulkImport, counts, deps.nowMs()) };
}

export async function listImports(
  { orgId, query, campaignIds }: ApiRequest<never, unknown, { after?: string | undefined }>,
  { store, nowMs }: ApiDeps,
): Promise<Reply> {
  const imports = await store.imports.list(orgId, query.after, campaignIds);
  return { status: 200, body: { Imports: imports.filter(isVisible).map((one) => toImportRecord(one, nowMs())) } };
}

interface ErrorPage {
  errors: ImportError[];
  more: boolean;
}

/** Loads a page of errors that ends at a row boundary. */
async function errorPage(importId: string, after: number, { store }: ApiDeps): Promise<ErrorPage> {
  const found = await store.importErrors.list(importId, after, pageSize + maxPerRow);
  if (found.length < pageSize + maxPerRow) return { errors: found, more: false };
  const lastRow = found.at(-1)?.Row;
  return { errors: found.filter((error) => error.Row !== lastRow), more: true };
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
  const { errors, more } = await errorPage(bulkImport.ID, after, deps);
  const Errors = errors.map((error) => toImportErrorBody(bulkImport, error));
  return { status: 200, body: { Errors, ...(more ? { NextAfter: errors.at(-1)?.Row } : {}) } };
}

/** Streams all errors, read as fast as the client consumes them. */
function streamErrorsAsCsv(bulkImport: BulkImport, from: number, deps: ApiDeps): Reply {
  const serializePage = ({ errors }: ErrorPage): string =>
    errors.map((error) => toCsvLine(toImportErrorBody(bulkImport, error))).join('');
  async function* file(first: ErrorPage): AsyncGenerator<string> {
    yield csvHeader + serializePage(first);
    for (let page = first; page.more;) {
      page = await errorPage(bulkImport.ID, page.errors.at(-1)?.Row ?? from, deps);
      yield serializePage(page);
    }
  }
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${bulkImport.ID}-errors.csv"`,
  };
  // The first page is read before the response begins: an unavailable store still becomes a problem response.
  const stream = async (): Promise<Readable> =>
    Readable.from(file(await errorPage(bulkImport.ID, from, deps)), { highWaterMark: 1 });
  return { status: 200, headers, body: undefined, stream };
}
