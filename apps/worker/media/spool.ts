import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FieldCipher } from '../../../shared/adapters/crypto/field-cipher';
import type { RecordedCall } from '../../../shared/adapters/recordings/recording-store';
import type { AudioFrame } from '../../../shared/adapters/telephony/telephony';
import { audioChannels, type AudioChannel, bytesOf, frameMs } from '../../../shared/domain/audio/format';
import { createTrackFile, type SpoolSealing, type TrackFile } from './track-file';

/** Says in a spool folder whose audio it is. */
export const callFile = 'call.json';

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
  file?: TrackFile;
}

const newTrack = (channel: AudioChannel): Track => ({
  channel,
  nextMs: 0,
  waiting: [],
  waitingSinceMs: 0,
  handedBytes: 0,
});

/** What a call's audio is spooled with: nothing where its job has no key. */
export const spoolSealing = (call: Pick<RecordedCall, 'ID'>, { key }: Pick<FieldCipher, 'key'>) =>
  key === undefined ? undefined : { callId: call.ID, key };

/** @param cipherOf how the job's audio is sealed; asked for at once, and again when the store was away */
export function createSpool(
  { dir, call, cipherOf }: { dir: string; call: RecordedCall; cipherOf: () => Promise<FieldCipher> },
  onError: (error: unknown) => void,
): Spool {
  const tracks = { bot: newTrack('bot'), user: newTrack('user') };
  let begun: Promise<SpoolSealing | undefined> | undefined;
  let cipher: Promise<FieldCipher> | undefined = cipherOf();
  cipher.catch(() => (cipher = undefined));
  let last = Promise.resolve();
  const inTurn = (act: () => Promise<unknown>): void => {
    last = last.then(act).then(() => undefined, onError);
  };
  const fileOf = async (track: Track): Promise<TrackFile> => {
    begun ??= (cipher ?? cipherOf()).then((known) => begin(dir, call, known));
    begun.catch(() => (begun = undefined));
    return (track.file ??= await createTrackFile(dir, track.channel, await begun));
  };
  const flush = (track: Track): void => {
    if (track.waiting.length === 0) return;
    const block = Buffer.concat(track.waiting);
    const position = bytesOf(track.channel, track.waitingSinceMs);
    track.waiting = [];
    track.handedBytes += block.length;
    inTurn(async () => {
      // A gap before the block reads as silence.
      await fileOf(track)
        .then((file) => file.write(block, position))
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
        inTurn(async () => (await fileOf(tracks[channel])).end(bytesOf(channel, wholeMs)));
      }
      await last;
      return heardMs > 0;
    },
  };
}

/** The note comes by a rename: it is whole or not there. @throws for a job that was erased: nothing of it may touch the disk */
async function begin(
  dir: string,
  { ID, JobID, OrgID, CampaignID }: RecordedCall,
  cipher: FieldCipher,
): Promise<SpoolSealing | undefined> {
  if (cipher.kind === 'erased') throw new Error(`The job of ${ID} was erased.`);
  await mkdir(dir, { recursive: true });
  const draft = join(dir, `${callFile}.part`);
  await writeFile(draft, JSON.stringify({ ID, JobID, OrgID, CampaignID }));
  await rename(draft, join(dir, callFile));
  return spoolSealing({ ID }, cipher);
}
