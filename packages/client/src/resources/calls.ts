import { toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { CallPath, RunningCall, RunningCallsQuery } from '../types.ts';

const call = '/campaigns/{campaignID}/jobs/{jobID}/calls/{callID}';

export type RecordingFile = 'input.mp3' | 'output.mp3' | 'merged.mp3';
/** `bot` is what the contact hears, 24 kHz; `user` is what the contact says, 16 kHz. */
export type AudioChannel = 'bot' | 'user';

/** The calls of a job: stop them, listen live, fetch recordings. */
export function createCalls({ http, unwrap, unwrapStream, baseUrl, authorization }: Transport) {
  return {
    /** Every running call over all campaigns that the key may access. */
    running: async function* (
      { after: start, ...query }: RunningCallsQuery = {},
      options?: RequestOptions,
    ): AsyncGenerator<RunningCall, void, undefined> {
      for (let after = start; ;) {
        const params = { query: { ...query, ...(after === undefined ? {} : { after }) } };
        const { Calls, NextAfter } = await unwrap(http.GET('/calls', { params, ...toRequestInit(options) }));
        yield* Calls;
        if (NextAfter === undefined) return;
        after = NextAfter;
      }
    },
    stop: (path: CallPath, body: { Reason?: string } = {}, options?: RequestOptions) =>
      unwrap(http.POST(`${call}/stop`, { params: { path }, body, ...toRequestInit(options) })),
    /**
     * The WebSocket URL of a live call's audio and the headers it requires, for any WebSocket library: frames of 20 ms,
     * 16-bit PCM.
     */
    audio: ({ campaignID, jobID, callID }: CallPath, channel: AudioChannel) => {
      const [campaign, job, id] = [campaignID, jobID, callID].map(encodeURIComponent);
      const path = `/campaigns/${campaign ?? ''}/jobs/${job ?? ''}/calls/${id ?? ''}/stream-audio-${channel}`;
      return {
        url: baseUrl.replace(/^http/, 'ws') + path,
        headers: authorization,
        sampleRate: channel === 'bot' ? 24_000 : 16_000,
      };
    },
    /** A ticket for one websocket to the call's audio within 60 s, for pages: append it to the URL as `?ticket=…`. */
    audioTicket: (path: CallPath, channel: AudioChannel, options?: RequestOptions) =>
      unwrap(
        http.POST(`${call}/audio-tickets`, { params: { path }, body: { Channel: channel }, ...toRequestInit(options) }),
      ),
    /** A ticket for one download of a recording within 60 s, for players: append it to the URL as `?ticket=…`. */
    recordingTicket: (path: CallPath, file: RecordingFile, options?: RequestOptions) =>
      unwrap(
        http.POST(`${call}/recording-tickets`, { params: { path }, body: { File: file }, ...toRequestInit(options) }),
      ),
    /** A recording: stream its body or call `arrayBuffer()`. Both fail if the response is truncated. */
    recording: (path: CallPath, file: RecordingFile, options: Pick<RequestOptions, 'signal'> = {}) => {
      const request = { params: { path }, parseAs: 'stream', ...toRequestInit(options) } as const;
      return unwrapStream(http.GET(`${call}/recordings/${file}`, request), options);
    },
  };
}
