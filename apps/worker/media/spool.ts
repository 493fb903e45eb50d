import { mkdir, open, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedCall } from '../../../shared/adapters/recordings/recording-store';
import type { AudioFrame } from '../../../shared/adapters/telephony/telephony';
import { audioChannels, type AudioChannel, bytesOf, frameMs } from '../../../shared/domain/audio/format';

/** Says in a spool folder whose audio it is. */
export const callFile = 'call.json';
export const pcmFile = (channel: AudioChannel): string => `${channel}.pcm`;

/** The raw audio of one call on disk: append only, so that a crash keeps all but the last quarter of a second. */
export interface Spool {
  write(frame: AudioFrame): void;
  /**
   * Fills both sides up to the call's length and closes the files.
   * @returns whether anything was recorded
   */
  close(lengthMs: number | undefined): Promise<boolean>;
}

/** A quarter of a second is written at once: a write per frame would be 100 a second for each call. */
const flushEveryMs = 240;
/** What a disk that does not keep up may leave in memory; what comes on top is lost, and becomes silence in its place. */
const backlogMs = 10_000;

interface Track {
  channel: AudioChannel;
  /** Where the next frame belongs, in ms since the answer. */
  nextMs: number;
  waiting: Buffer[];
  waitingBytes: number;
  handedBytes: number;
  file?: FileHandle;
}

export function createSpool(dir: string, call: RecordedCall, onError: (error: unknown) => void): Spool {
  const tracks = Object.fromEntries(
    audioChannels.map((channel) => [channel, { channel, nextMs: 0, waiting: [], waitingBytes: 0, handedBytes: 0 }]),
  ) as unknown as Record<AudioChannel, Track>;
  let begun: Promise<void> | undefined;
  let last = Promise.resolve();
  const flush = (track: Track): void => {
    if (track.waiting.length === 0) return;
    begun ??= begin(dir, call);
    const block = Buffer.concat(track.waiting);
    track.waiting = [];
    track.waitingBytes = 0;
    track.handedBytes += block.length;
    const write = async (): Promise<void> => {
      await begun;
      track.file ??= await open(join(dir, pcmFile(track.channel)), 'a');
      await track.file.appendFile(block);
    };
    last = last
      .then(write)
      .catch(onError)
      .then(() => void (track.handedBytes -= block.length));
  };
  return {
    write: (frame) => {
      const track = tracks[frame.channel];
      if (!place(track, frame)) return;
      if (track.waitingBytes >= bytesOf(track.channel, flushEveryMs)) flush(track);
    },
    close: async (lengthMs = 0) => {
      const heard = audioChannels.some((channel) => tracks[channel].nextMs > 0);
      const wholeMs = Math.max(lengthMs, ...audioChannels.map((channel) => tracks[channel].nextMs));
      for (const track of Object.values(tracks)) {
        if (heard) append(track, Buffer.alloc(bytesOf(track.channel, wholeMs) - bytesOf(track.channel, track.nextMs)));
        flush(track);
      }
      await last;
      for (const { file } of Object.values(tracks)) await file?.close();
      return heard;
    },
  };
}

/** The note comes by a rename: it is whole or not there. */
async function begin(dir: string, { ID, JobID, OrgID, CampaignID }: RecordedCall): Promise<void> {
  await mkdir(dir, { recursive: true });
  const draft = join(dir, `${callFile}.part`);
  await writeFile(draft, JSON.stringify({ ID, JobID, OrgID, CampaignID }));
  await rename(draft, join(dir, callFile));
}

function append(track: Track, pcm: Buffer): void {
  track.waiting.push(pcm);
  track.waitingBytes += pcm.length;
}

/** Puts a frame where its time says, after silence for what is missing. @returns whether it was taken */
function place(track: Track, { channel, startMs, pcm }: AudioFrame): boolean {
  const gapMs = startMs - track.nextMs;
  const full = track.handedBytes + track.waitingBytes > bytesOf(channel, backlogMs);
  if (gapMs < 0 || full) return false;
  if (gapMs > 0) append(track, Buffer.alloc(bytesOf(channel, startMs) - bytesOf(channel, track.nextMs)));
  append(track, pcm);
  track.nextMs = startMs + frameMs;
  return true;
}
