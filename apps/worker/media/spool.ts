import { mkdir, open, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedCall } from '../../../shared/adapters/recordings/recording-store';
import type { AudioFrame } from '../../../shared/adapters/telephony/telephony';
import { audioChannels, type AudioChannel, bytesOf, frameMs } from '../../../shared/domain/audio/format';

/** Says in a spool folder whose audio it is. */
export const callFile = 'call.json';
export const pcmFile = (channel: AudioChannel): string => `${channel}.pcm`;

/** The raw audio of one call on disk, each frame at its own place: a crash keeps all but the last quarter of a second. */
export interface Spool {
  write(frame: AudioFrame): void;
  /**
   * Makes both sides as long as the call and closes the files.
   * @returns whether anything was recorded
   */
  close(lengthMs: number | undefined): Promise<boolean>;
}

/** A quarter of a second is written at once: a write per frame would be 100 a second for each call. */
const flushEveryMs = 240;
/** What a disk that does not keep up may leave in memory; what comes on top is lost, and becomes silence in its place. */
const backlogMs = 10_000;
/** A frame that says it belongs further ahead than this has a wrong time, and is not believed. */
const longestGapMs = 3_600_000;

interface Track {
  channel: AudioChannel;
  /** Where the next frame belongs, in ms since the answer. */
  nextMs: number;
  /** Frames without a gap between them, and where the first belongs. */
  waiting: Buffer[];
  waitingSinceMs: number;
  /** Bytes that are on their way to the disk. */
  handedBytes: number;
  file?: FileHandle;
}

const newTrack = (channel: AudioChannel): Track => ({
  channel,
  nextMs: 0,
  waiting: [],
  waitingSinceMs: 0,
  handedBytes: 0,
});

export function createSpool(dir: string, call: RecordedCall, onError: (error: unknown) => void): Spool {
  const tracks = { bot: newTrack('bot'), user: newTrack('user') };
  let begun: Promise<void> | undefined;
  let last = Promise.resolve();
  const inTurn = (act: () => Promise<unknown>): void => {
    last = last.then(act).then(() => undefined, onError);
  };
  const fileOf = async (track: Track): Promise<FileHandle> => {
    await (begun ??= begin(dir, call));
    return (track.file ??= await open(join(dir, pcmFile(track.channel)), 'w'));
  };
  const flush = (track: Track): void => {
    if (track.waiting.length === 0) return;
    const block = Buffer.concat(track.waiting);
    const position = bytesOf(track.channel, track.waitingSinceMs);
    track.waiting = [];
    track.handedBytes += block.length;
    inTurn(async () => {
      // A gap before the block reads as silence.
      await (
        await fileOf(track)
      )
        .write(block, 0, block.length, position)
        .finally(() => (track.handedBytes -= block.length));
    });
  };
  return {
    write: (frame) => {
      const track = tracks[frame.channel];
      const gapMs = frame.startMs - track.nextMs;
      const full = track.handedBytes > bytesOf(track.channel, backlogMs);
      if (gapMs < 0 || gapMs > longestGapMs || full) return;
      if (gapMs > 0) flush(track);
      if (track.waiting.length === 0) track.waitingSinceMs = frame.startMs;
      track.waiting.push(frame.pcm);
      track.nextMs = frame.startMs + frameMs;
      if (track.nextMs - track.waitingSinceMs >= flushEveryMs) flush(track);
    },
    close: async (lengthMs = 0) => {
      const heardMs = Math.max(tracks.bot.nextMs, tracks.user.nextMs);
      const wholeMs = lengthMs - heardMs > longestGapMs ? heardMs : Math.max(lengthMs, heardMs);
      for (const channel of heardMs > 0 ? audioChannels : []) {
        flush(tracks[channel]);
        inTurn(async () => (await fileOf(tracks[channel])).truncate(bytesOf(channel, wholeMs)));
      }
      await last;
      for (const { file } of Object.values(tracks)) await file?.close();
      return heardMs > 0;
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
