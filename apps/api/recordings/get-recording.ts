import type { StoredRecording } from '../../../shared/adapters/recordings/recording-store';
import type { CallSummary, RecordingFile } from '../../../shared/domain/call/call-record';
import { auditRecording } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { matchesEtag } from '../http/etag';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { parseByteRange } from './byte-range';

/** Players on any page may play a recording that they have a key for; no cache may store it. */
const headersOf = (call: CallSummary, file: RecordingFile, stored: StoredRecording): Record<string, string> => ({
  'Content-Type': 'audio/mpeg',
  'Content-Disposition': `inline; filename="${call.ID}-${file}"`,
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'private, no-store',
  ETag: stored.etag,
  'Last-Modified': new Date(stored.modifiedMs).toUTCString(),
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // A browser that opens the URL directly wraps its player in a page.
  'Content-Security-Policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
});

function toReply(
  request: Pick<ApiRequest, 'header'>,
  call: CallSummary,
  at: { file: RecordingFile; stored: StoredRecording },
): Reply {
  const { file, stored } = at;
  const { sizeBytes } = stored;
  const headers = headersOf(call, file, stored);
  if (matchesEtag(request.header('if-none-match'), stored.etag)) return { status: 304, body: undefined, headers };
  const ifRange = request.header('if-range');
  // If the file has changed, a part of it would not fit the client's copy.
  const header = ifRange === undefined || ifRange === stored.etag ? request.header('range') : undefined;
  const range = parseByteRange(header, sizeBytes);
  if (range === 'unsatisfiable') {
    throw new ProblemError('range_not_satisfiable', {
      detail: `The file has ${sizeBytes} bytes.`,
      headers: { 'Content-Range': `bytes */${sizeBytes}` },
    });
  }
  if (range === 'whole') {
    const whole = { ...headers, 'Content-Length': String(sizeBytes) };
    return { status: 200, body: undefined, headers: whole, stream: () => stored.read() };
  }
  const part = {
    'Content-Range': `bytes ${range.start}-${range.end}/${sizeBytes}`,
    'Content-Length': String(range.end - range.start + 1),
  };
  return { status: 206, body: undefined, headers: { ...headers, ...part }, stream: () => stored.read(range) };
}

export async function getRecording(
  request: ApiRequest<'campaignID' | 'jobID' | 'callID'>,
  file: RecordingFile,
  deps: ApiDeps,
): Promise<Reply> {
  const { params, orgId } = request;
  const key = { orgId, campaignId: params.campaignID, jobId: params.jobID, callId: params.callID };
  const call = await deps.store.calls.findInJob(key);
  if (call === undefined) throw new ProblemError('call_not_found');
  const stored = call.Recordings?.includes(file) === true ? await deps.recordings.find(call, file) : undefined;
  if (stored === undefined) {
    throw new ProblemError('recording_not_found', {
      detail: 'The call has no such recording, or it is not stored yet. A job lists stored recordings in its Calls.',
    });
  }
  const reply = toReply(request, call, { file, stored });
  if (reply.stream !== undefined) await auditRecording(request, { call, file }, deps);
  return reply;
}
