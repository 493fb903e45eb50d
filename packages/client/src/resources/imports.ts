import { paginate, toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { ImportDryRun, ImportError, ImportErrorsPage, ImportSummary } from '../types.ts';

/** A CSV or NDJSON file; its name tells the format where its type does not. */
export interface ImportFile {
  name: string;
  content: Blob | Uint8Array | string;
}

const importPath = '/imports/{importID}';

/** Files that become jobs. */
export function createImports({ http, unwrap: dataOf }: Transport) {
  const upload = (campaignID: string, { name, content }: ImportFile, options: RequestOptions, dryRun: boolean) => {
    const form = new FormData();
    form.append('file', content instanceof Blob ? content : new Blob([toBlobPart(content)]), name);
    const query = dryRun ? ({ dry_run: '1' } as const) : {};
    return dataOf(
      http.POST('/campaigns/{campaignID}/jobs/bulk', {
        params: { path: { campaignID }, query },
        // The document says "a binary string"; what is sent is the form.
        body: { file: '' },
        bodySerializer: () => form,
        ...toRequestInit(options),
      }),
    );
  };
  const list = async (after?: string, options?: RequestOptions) =>
    (
      await dataOf(
        http.GET('/imports', { params: { query: after === undefined ? {} : { after } }, ...toRequestInit(options) }),
      )
    ).Imports;
  const errors = async (importID: string, after?: number, options?: RequestOptions): Promise<ImportErrorsPage> => {
    const query = after === undefined ? {} : { after };
    const answer = await dataOf(
      http.GET(`${importPath}/errors`, { params: { path: { importID }, query }, ...toRequestInit(options) }),
    );
    // The other kind, CSV, was not asked for.
    return answer as ImportErrorsPage;
  };
  return {
    create: async (campaignID: string, file: ImportFile, options: RequestOptions = {}) =>
      (await upload(campaignID, file, options, false)) as { ImportID: string },
    /** Judges every row and makes nothing. */
    dryRun: async (campaignID: string, file: ImportFile, options: RequestOptions = {}) =>
      (await upload(campaignID, file, options, true)) as ImportDryRun,
    get: (importID: string, options?: RequestOptions) =>
      dataOf(http.GET(importPath, { params: { path: { importID } }, ...toRequestInit(options) })),
    /** One page, newest first. */
    list,
    /** Every import, newest first. */
    all: (options?: RequestOptions) =>
      paginate<ImportSummary, string>(
        (after) => list(after, options),
        ({ ID }) => ID,
      ),
    /** One page of the rows that could not be taken. */
    errors,
    /** Every row that could not be taken. */
    allErrors: async function* (importID: string, options?: RequestOptions): AsyncGenerator<ImportError> {
      for (let after: number | undefined; ;) {
        const { Errors, NextAfter } = await errors(importID, after, options);
        yield* Errors;
        if (NextAfter === undefined) return;
        after = NextAfter;
      }
    },
    /** @param options `jobs` also cancels the jobs that were made */
    cancel: (importID: string, { jobs = false, ...options }: RequestOptions & { jobs?: boolean } = {}) => {
      const query = jobs ? ({ jobs: '1' } as const) : {};
      return dataOf(
        http.POST(`${importPath}/cancel`, { params: { path: { importID }, query }, ...toRequestInit(options) }),
      );
    },
  };
}

/** Blobs take only what is certain not to be shared with another thread. */
const toBlobPart = (content: Uint8Array | string) => (typeof content === 'string' ? content : new Uint8Array(content));
