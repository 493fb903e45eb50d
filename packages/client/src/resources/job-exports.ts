import { toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { CreateJob, ExportedJob, ExportFields, ExportFormat, JobsExportQuery } from '../types.ts';
import { readLines } from '../reject-truncated.ts';
import { toWireQuery } from './jobs-query.ts';

type Signal = Pick<RequestOptions, 'signal'>;
const mediaTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const satisfies Record<ExportFormat, string>;

/** All the jobs that a query means, in one answer. */
export function createJobExports({ http, unwrapStream: streamOf }: Transport) {
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
    return streamOf(http.GET('/campaigns/{campaignID}/jobs', request), { ...options, endsWithNewline: true });
  };
  return {
    /** The file as it is: read its body as it comes. Reading fails with `OutdialConnectionError` when it breaks off. */
    exportFile,
    /**
     * Every job, one after the other, in one request whose answer is read no faster than the jobs are taken. Throws
     * `OutdialConnectionError` when the answer breaks off: a loop that ends has seen them all.
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
