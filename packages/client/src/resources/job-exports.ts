import { toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { CreateJob, ExportedJob, ExportFields, ExportFormat, JobsExportQuery } from '../types.ts';
import { readLines } from '../reject-truncated.ts';
import { toWireQuery } from './jobs-query.ts';

type Signal = Pick<RequestOptions, 'signal'>;
const mediaTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const satisfies Record<ExportFormat, string>;

/** All jobs that match a query, in one response. */
export function createJobExports({ http, unwrapStream }: Transport) {
  const exportFile = (
    campaignID: string,
    format: ExportFormat,
    query: JobsExportQuery = {},
    options: Signal = {},
  ): Promise<Response> => {
    const request = {
      params: { path: { campaignID }, query: toWireQuery(query) },
      parseAs: 'stream',
      ...toRequestInit(options),
      headers: { Accept: mediaTypes[format] },
    } as const;
    return unwrapStream(http.GET('/campaigns/{campaignID}/jobs', request), { ...options, endsWithNewline: true });
  };
  return {
    /** The raw file: stream its body. Reading fails with `OutdialConnectionError` if the response is truncated. */
    exportFile,
    /**
     * Every job, one by one, in one request whose response is read no faster than the jobs are consumed. Throws
     * `OutdialConnectionError` if the response is truncated: a loop that ends has seen every job.
     */
    export: async function* <Fields extends ExportFields = 'all'>(
      campaignID: string,
      query: JobsExportQuery<Fields> = {},
      options: Signal = {},
    ): AsyncGenerator<Fields extends 'import' ? CreateJob : ExportedJob, void, undefined> {
      const { body } = await exportFile(campaignID, 'ndjson', query, options);
      for await (const line of readLines(body))
        yield JSON.parse(line) as Fields extends 'import' ? CreateJob : ExportedJob;
    },
  };
}
