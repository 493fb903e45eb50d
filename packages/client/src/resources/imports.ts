import { paginate, toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { DuplicateAction, ImportDryRun, ImportError, ImportErrorsPage, ImportSummary } from '../types.ts';

/** A CSV or NDJSON file; its name determines the format if its type does not. */
export interface ImportFile {
  name: string;
  content: Blob | Uint8Array | string;
}

/** How a file is imported. */
export interface ImportOptions extends RequestOptions {
  /** What to do with a row whose number is in the file already, or has an open job in the campaign; `keep` by default. */
  onDuplicate?: DuplicateAction;
  /** The country of numbers without a country code, ISO 3166-1 alpha-2; by default the campaign's `DefaultCountry`. */
  defaultCountry?: string;
}

const importPath = '/imports/{importID}';

/** Files that become jobs. */
export function createImports(transport: Transport) {
  const { http, unwrap } = transport;
  const list = async (after?: string, options?: RequestOptions) =>
    (
      await unwrap(
        http.GET('/imports', { params: { query: after === undefined ? {} : { after } }, ...toRequestInit(options) }),
      )
    ).Imports;
  const errors = async (importID: string, after?: number, options?: RequestOptions): Promise<ImportErrorsPage> => {
    const query = after === undefined ? {} : { after };
    const answer = await unwrap(
      http.GET(`${importPath}/errors`, { params: { path: { importID }, query }, ...toRequestInit(options) }),
    );
    // The request does not accept the other media type, CSV.
    return answer as ImportErrorsPage;
  };
  return {
    create: async (campaignID: string, file: ImportFile, options: ImportOptions = {}) =>
      (await upload(transport, campaignID, { file, options, dryRun: false })) as { ImportID: string },
    /** Validates and plans every row and creates nothing. */
    dryRun: async (campaignID: string, file: ImportFile, options: ImportOptions = {}) =>
      (await upload(transport, campaignID, { file, options, dryRun: true })) as ImportDryRun,
    get: (importID: string, options?: RequestOptions) =>
      unwrap(http.GET(importPath, { params: { path: { importID } }, ...toRequestInit(options) })),
    /** One page, newest first. */
    list,
    /** Every import, newest first. */
    all: (options?: RequestOptions) =>
      paginate<ImportSummary, string>(
        (after) => list(after, options),
        ({ ID }) => ID,
      ),
    /** One page of the errors in rows. */
    errors,
    /** Every error in a row. */
    allErrors: async function* (importID: string, options?: RequestOptions): AsyncGenerator<ImportError> {
      for (let after: number | undefined; ;) {
        const { Errors, NextAfter } = await errors(importID, after, options);
        yield* Errors;
        if (NextAfter === undefined) return;
        after = NextAfter;
      }
    },
    /** @param options `jobs` also cancels the jobs that were created */
    cancel: (importID: string, { jobs = false, ...options }: RequestOptions & { jobs?: boolean } = {}) => {
      const query = jobs ? ({ jobs: '1' } as const) : {};
      return unwrap(
        http.POST(`${importPath}/cancel`, { params: { path: { importID }, query }, ...toRequestInit(options) }),
      );
    },
  };
}

async function upload(
  { http, unwrap }: Transport,
  campaignID: string,
  { file, options, dryRun }: { file: ImportFile; options: ImportOptions; dryRun: boolean },
) {
  const { onDuplicate, defaultCountry, ...request } = options;
  const query = {
    ...(dryRun ? ({ dry_run: '1' } as const) : {}),
    ...(onDuplicate === undefined ? {} : { on_duplicate: onDuplicate }),
    ...(defaultCountry === undefined ? {} : { default_country: defaultCountry }),
  };
  return unwrap(
    http.POST('/campaigns/{campaignID}/jobs/bulk', {
      params: { path: { campaignID }, query },
      // The document declares a binary string; the actual body is the form.
      body: { file: '' },
      bodySerializer: () => toForm(file),
      ...toRequestInit(request),
    }),
  );
}

/** The body of an upload. */
export function toForm({ name, content }: ImportFile): FormData {
  const form = new FormData();
  form.append('file', content instanceof Blob ? content : new Blob([toBlobPart(content)]), name);
  return form;
}

/** Blobs accept only buffers that are not shared with another thread. */
const toBlobPart = (content: Uint8Array | string) => (typeof content === 'string' ? content : new Uint8Array(content));
