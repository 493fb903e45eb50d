import { z } from 'zod';
import type { RecordingFile } from '../../../shared/domain/call/call-record';
import { keyQuerySchema } from '../http/query-key';
import { route, type RouteDoc } from '../http/route';
import { getRecording } from './get-recording';

const path = '/campaigns/:campaignID/jobs/:jobID/calls/:callID/recordings';

const fileHeaders = ['ETag', 'Last-Modified', 'Accept-Ranges', 'Content-Disposition'] as const;

const audio = { 'audio/mpeg': z.string().meta({ format: 'binary', description: 'An MP3 file.' }) };

const recordingDoc = (file: RecordingFile, of: string): RouteDoc => ({
  tag: 'Calls',
  summary: `Get ${file} of a call`,
  description: `Returns the recording of ${of}. Players that cannot send headers pass a one-use ticket (\`createRecordingTicket\`) as \`ticket\` in the query. Supports \`Range\`, \`If-Range\` and \`If-None-Match\`.`,
  responses: {
    200: { description: 'The file.', content: audio, headers: fileHeaders },
    206: { description: 'The requested range.', content: audio, headers: [...fileHeaders, 'Content-Range'] },
    304: { description: 'The file matches `If-None-Match`.', headers: fileHeaders },
  },
  problems: ['recording_not_found', 'range_not_satisfiable'],
});

export const recordingRoutes = [
  route({
    method: 'GET',
    path: `${path}/input.mp3`,
    operation: 'getInputRecording',
    doc: recordingDoc('input.mp3', 'the contact'),
    access: 'recordings:read',
    streams: 'recording',
    query: keyQuerySchema,
    handle: (request, deps) => getRecording(request, 'input.mp3', deps),
  }),
  route({
    method: 'GET',
    path: `${path}/output.mp3`,
    operation: 'getOutputRecording',
    doc: recordingDoc('output.mp3', 'the assistant'),
    access: 'recordings:read',
    streams: 'recording',
    query: keyQuerySchema,
    handle: (request, deps) => getRecording(request, 'output.mp3', deps),
  }),
  route({
    method: 'GET',
    path: `${path}/merged.mp3`,
    operation: 'getMergedRecording',
    doc: recordingDoc('merged.mp3', 'both sides, in stereo with the contact on the left'),
    access: 'recordings:read',
    streams: 'recording',
    query: keyQuerySchema,
    handle: (request, deps) => getRecording(request, 'merged.mp3', deps),
  }),
];
