import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FieldCipher } from '../../../shared/adapters/crypto/field-cipher';
import type { RecordedCall } from '../../../shared/adapters/recordings/recording-store';
import type { AudioFrame } from '../../../shared/adapters/telephony/telephony';
import { audioChannels, type AudioChannel, bytesOf, frameMs } from '../../../shared/domain/audio/format';
import { fileMode, folderMode } from './file-modes';
import { createTrackFile, type SpoolSealing, type TrackFile } from './track-file';

/** This file in a spool folder identifies the call. */
export const callFile = 'call.json';

/** Stores the raw audio of one call on disk, each frame at its offset. A crash loses the last quarter of a second at most. */
export interface Spool {
  write(frame: AudioFrame): void;
  /**
   * Pads both sides to the length of the call and closes the files.
   * @returns whether any audio was recorded
   */
  close(lengthMs: number | undefined): Promise<boolean>;
}

/** Audio is written in blocks, because one write per frame would be 100 writes a second for each call. */
const flushIntervalMs = 240;
/** Audio that waits in memory for a slow disk. Frames beyond it are dropped and become silence. */
const maxBacklogMs = 10_000;
/** A frame further ahead than this has a wrong timestamp and is ignored. */
const maxGapMs = 3_600_000;

interface Track {
  channel: AudioChannel;
  /** Expected start of the next frame, in ms since the answer. */
  nextMs: number;
  /** Buffered frames without gaps. */
  buffered: Buffer[];
  /** Start of the first buffered frame. */
  bufferedFromMs: number;
  /** Bytes being written to disk. */
  pendingBytes: number;
  file?: TrackFile;
}

const newTrack = (channel: AudioChannel): Track => ({
  channel,
  nextMs: 0,
  buffered: [],
  bufferedFromMs: 0,
  pendingBytes: 0,
});

/** Returns the key that seals the spool of a call, or `undefined` if its job has none. */
export const spoolSealing = (call: Pick<RecordedCall, 'ID'>, { key }: Pick<FieldCipher, 'key'>) =>
  key === undefined ? undefined : { callId: call.ID, key };

/** @param cipherOf returns the cipher of the job; called immediately, and again if the store was unavailable */
export function createSpool(
  { dir, call, cipherOf }: { dir: string; call: RecordedCall; cipherOf: () => Promise<FieldCipher> },
  onError: (error: unknown) => void,
): Spool {
  const tracks = { bot: newTrack('bot'), user: newTrack('user') };
  let created: Promise<SpoolSealing | undefined> | undefined;
  let cipher: Promise<FieldCipher> | undefined = cipherOf();
  cipher.catch(() => (cipher = undefined));
  let last = Promise.resolve();
  const enqueue = (task: () => Promise<unknown>): void => {
    last = last.then(task).then(() => undefined, onError);
  };
  const fileOf = async (track: Track): Promise<TrackFile> => {
    created ??= (cipher ?? cipherOf()).then((loaded) => createFolder(dir, call, loaded));
    created.catch(() => (created = undefined));
    return (track.file ??= await createTrackFile(dir, track.channel, await created));
  };
  const flush = (track: Track): void => {
    if (track.buffered.length === 0) return;
    const block = Buffer.concat(track.buffered);
    const position = bytesOf(track.channel, track.bufferedFromMs);
    track.buffered = [];
    track.pendingBytes += block.length;
    enqueue(async () => {
      // A gap before the block reads as silence.
      await fileOf(track)
        .then((file) => file.write(block, position))
        .finally(() => (track.pendingBytes -= block.length));
    });
  };
  return {
    write: (frame) => {
      const track = tracks[frame.channel];
      const gapMs = frame.startMs - track.nextMs;
      const full = track.pendingBytes > bytesOf(track.channel, maxBacklogMs);
      if (gapMs < 0 || gapMs > maxGapMs || full) return;
      if (gapMs > 0) flush(track);
      if (track.buffered.length === 0) track.bufferedFromMs = frame.startMs;
      track.buffered.push(frame.pcm);
      track.nextMs = frame.startMs + frameMs;
      if (track.nextMs - track.bufferedFromMs >= flushIntervalMs) flush(track);
    },
    close: async (lengthMs = 0) => {
      const recordedMs = Math.max(tracks.bot.nextMs, tracks.user.nextMs);
      const totalMs = lengthMs - recordedMs > maxGapMs ? recordedMs : Math.max(lengthMs, recordedMs);
      for (const channel of recordedMs > 0 ? audioChannels : []) {
        flush(tracks[channel]);
        enqueue(async () => (await fileOf(tracks[channel])).end(bytesOf(channel, totalMs)));
      }
      await last;
      return recordedMs > 0;
    },
  };
}

/**
 * Creates the folder. The call file appears by a rename, so it is complete or absent.
 * @throws for an erased job, whose audio must not touch the disk
 */
async function createFolder(
  dir: string,
  { ID, JobID, OrgID, CampaignID }: RecordedCall,
  cipher: FieldCipher,
): Promise<SpoolSealing | undefined> {
  if (cipher.kind === 'erased') throw new Error(`The job of ${ID} was erased.`);
  await mkdir(dir, { recursive: true, mode: folderMode });
  const draft = join(dir, `${callFile}.part`);
  await writeFile(draft, JSON.stringify({ ID, JobID, OrgID, CampaignID }), { mode: fileMode });
  await rename(draft, join(dir, callFile));
  return spoolSealing({ ID }, cipher);
}
