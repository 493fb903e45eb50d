import { Readable } from 'node:stream';
import type { Job } from '../../../shared/domain/job/job';
import type { InTurns } from '../../../shared/domain/turns';
import { audit } from '../audit/audit';
import { requireScope } from '../http/authenticate';
import type { ApiDeps } from '../http/deps';
import type { Reply } from '../http/route';
import { runForClient } from '../http/run-for-client';
import { createExportWriter, type ExportType, type ExportWriter } from './export-presenter';
import { campaignKey, checkCampaign, resolveListing, type ListRequest } from './job-listing';

export const exportTypes = ['application/x-ndjson', 'text/csv'] as const satisfies readonly ExportType[];
const fileExtensions = { 'application/x-ndjson': 'ndjson', 'text/csv': 'csv' } as const;

type JobPages = AsyncGenerator<Job[], undefined>;

/** Each job may have 256 kB: they are decrypted and serialized in turns with other requests. */
const inTurnsOf =
  (request: ListRequest, deps: ApiDeps): InTurns =>
  (items, convert) =>
    runForClient(request, deps, async (pace) => {
      const converted = [];
      for (const item of items) {
        converted.push(convert(item));
        await pace();
      }
      return converted;
    });

async function* serializePages(
  { header, serialize }: ExportWriter,
  inTurns: InTurns,
  first: Job[],
  more: JobPages,
): AsyncGenerator<string> {
  const toText = async (jobs: Job[]): Promise<string> => (await inTurns(jobs, serialize)).join('');
  yield header + (await toText(first));
  for await (const jobs of more) yield await toText(jobs);
}

/**
 * A stream that is read as fast as the client consumes it, and stops when the client disconnects.
 * @throws if the first page fails
 */
async function openExportStream(writer: ExportWriter, inTurns: InTurns, pages: JobPages): Promise<Readable> {
  const { value: first = [] } = await pages.next();
  const file = Readable.from(serializePages(writer, inTurns, first, pages), { highWaterMark: 1 });
  // Also covers a client that disconnects before the first line: the database cursor must not stay open.
  return file.once('close', () => void pages.return(undefined).catch(() => undefined));
}

/** Exports all matching jobs as a file, which holds personal data. @throws {ProblemError} 403 without the scope */
export async function exportJobs(request: ListRequest, type: ExportType, deps: ApiDeps): Promise<Reply> {
  const { campaignID } = request.params;
  const { limit, fields = 'all' } = request.query;
  requireScope(request, 'personal:read');
  await checkCampaign(request, deps);
  const listing = await resolveListing(request, deps);
  const writer = createExportWriter(type, fields);
  const stream = async (): Promise<Readable> => {
    const Details = { Format: fileExtensions[type], Fields: fields };
    await audit(request, { Action: 'jobs.exported', CampaignID: campaignID, Details }, deps);
    if (listing === undefined) return Readable.from([writer.header]);
    const inTurns = inTurnsOf(request, deps);
    const pages = deps.store.jobLists.walk(campaignKey(request), { ...listing, limit }, inTurns);
    return openExportStream(writer, inTurns, pages);
  };
  const headers = {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${campaignID}-jobs.${fileExtensions[type]}"`,
  };
  return { status: 200, headers, body: undefined, stream };
}
