import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { encodeCall } from '../../../../apps/worker/media/encode-call';
import { createRecordingWriter } from '../../../../apps/worker/media/recording-file';
import { createSpool } from '../../../../apps/worker/media/spool';
import { readTrack } from '../../../../apps/worker/media/track-file';
import { createFieldCipher } from '../../../../shared/adapters/crypto/field-cipher';
import { chunkBytes, openRange, plainSize, sealFile } from '../../../../shared/adapters/crypto/sealed-file';
import { renderFrame } from '../../../../shared/adapters/telephony/simulated/audio';
import { decodeMp3 } from '../../../support/mp3';

const root = mkdtempSync(join(tmpdir(), 'outdial-sealed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const newDir = (): string => mkdtempSync(join(root, `${++count}-`));

const sealing = { key: Buffer.alloc(32, 5), aad: 'call_1/input.mp3' };
const plain = Buffer.from(Array.from({ length: 3 * chunkBytes + 17 }, (_, i) => (i * 31) % 251));
const open = (sealed: Buffer, range = { start: 0, end: plainSize(sealed.length) - 1 }, by = sealing): Promise<Buffer> =>
  buffer(
    Readable.from(
      openRange(
        by,
        {
          sealedBytes: sealed.length,
          read: ({ start, end }) => Promise.resolve(Readable.from(split(sealed.subarray(start, end + 1)))),
        },
        range,
      ),
    ),
  );
/** A store returns a file in pieces of any size. */
const split = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / 50_000) }, (_, i) => bytes.subarray(i * 50_000, (i + 1) * 50_000));

describe('a sealed file', () => {
  it.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, plain.length])(
    'of %i bytes reports its size and opens',
    async (length) => {
      const sealed = sealFile(sealing, plain.subarray(0, length));
      expect(plainSize(sealed.length)).toBe(length);
      expect((await open(sealed)).equals(plain.subarray(0, length))).toBe(true);
    },
  );

  it('returns for any range what the plain file has there', async () => {
    const sealed = sealFile(sealing, plain);
    const byte = fc.integer({ min: 0, max: plain.length - 1 });
    await fc.assert(
      fc.asyncProperty(byte, byte, async (one, other) => {
        const range = { start: Math.min(one, other), end: Math.max(one, other) };
        expect((await open(sealed, range)).equals(plain.subarray(range.start, range.end + 1))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('does not open under another aad, truncated at a chunk, with chunks swapped or with a changed bit', async () => {
    const sealed = sealFile(sealing, plain);
    await expect(open(sealed, undefined, { ...sealing, aad: 'call_1/output.mp3' })).rejects.toThrow('does not open');
    await expect(open(sealed, undefined, { ...sealing, key: Buffer.alloc(32, 6) })).rejects.toThrow('does not open');
    const at = (index: number): number => 8 + index * (chunkBytes + 28);
    await expect(open(sealed.subarray(0, at(2)))).rejects.toThrow('does not open');
    const swapped = Buffer.concat([
      sealed.subarray(0, 8),
      sealed.subarray(at(1), at(2)),
      sealed.subarray(8, at(1)),
      sealed.subarray(at(2)),
    ]);
    await expect(open(swapped)).rejects.toThrow('does not open');
    const changed = Buffer.from(sealed);
    changed[at(1) + 500]! ^= 1;
    await expect(open(changed)).rejects.toThrow('does not open');
    expect((await open(changed, { start: 0, end: 9 })).equals(plain.subarray(0, 10))).toBe(true);
  });

  it('written piece by piece with its header last is the same as written at once', async () => {
    for (const length of [100, chunkBytes, chunkBytes + 1, 2 * chunkBytes, plain.length]) {
      const path = join(newDir(), 'input.mp3');
      const writer = await createRecordingWriter(path, 40, sealing);
      for (let from = 40; from < length; from += 7_001)
        await writer.write(plain.subarray(from, Math.min(length, from + 7_001)));
      await writer.end(plain.subarray(0, 40));
      expect((await open(readFileSync(path))).equals(plain.subarray(0, length))).toBe(true);
    }
  });
});

describe('the raw audio of a call whose job has a key', () => {
  const call = { ID: 'call_1', JobID: 'job_1', OrgID: 'org_1', CampaignID: 'campaign_1' };
  const cipher = createFieldCipher(call.JobID, { key: Buffer.alloc(32, 5) });
  const spoolSealing = { callId: call.ID, key: Buffer.alloc(32, 5) };
  async function writeSpool(
    ms: number,
    gap?: { fromMs: number; untilMs: number },
  ): Promise<{ dir: string; user: Buffer }> {
    const dir = join(newDir(), call.ID);
    const spool = createSpool({ dir, call, cipherOf: () => Promise.resolve(cipher) }, (error) => {
      throw error;
    });
    const user = Buffer.alloc(ms * 32);
    for (let startMs = 0; startMs < ms; startMs += 20) {
      if (gap && startMs >= gap.fromMs && startMs < gap.untilMs) continue;
      for (const channel of ['bot', 'user'] as const) {
        const speech = [{ channel, startMs: 0, endMs: ms }];
        const pcm = renderFrame({ seed: 'call_1', channel, startMs, speech });
        spool.write({ channel, startMs, pcm });
        if (channel === 'user') pcm.copy(user, startMs * 32);
      }
    }
    expect(await spool.close(ms)).toBe(true);
    return { dir, user };
  }
  const read = async (dir: string, sealing = spoolSealing): Promise<Buffer> => {
    const blocks: Buffer[] = [];
    for await (const block of readTrack(dir, 'user', { blockBytes: 32_000, sealing })) blocks.push(block);
    return Buffer.concat(blocks);
  };

  it('is on the disk only sealed, and is read as it was spoken, with its silence', async () => {
    const { dir, user } = await writeSpool(6_040, { fromMs: 1_500, untilMs: 4_700 });
    expect(readdirSync(dir).sort()).toEqual(['bot.pcm.sealed', 'call.json', 'user.pcm.sealed']);
    expect(readFileSync(join(dir, 'user.pcm.sealed')).includes(user.subarray(6_400, 6_432))).toBe(false);
    expect((await read(dir)).equals(user)).toBe(true);
    await expect(read(dir, { ...spoolSealing, callId: 'call_2' })).rejects.toThrow('does not open');
  });

  it('is read up to where a crash truncated it', async () => {
    const { dir, user } = await writeSpool(2_400);
    const file = join(dir, 'user.pcm.sealed');
    truncateSync(file, statSync(file).size - 40 - 100);
    const left = await read(dir);
    expect(left.length).toBe(2_160 * 32);
    expect(left.equals(user.subarray(0, left.length))).toBe(true);
  });

  it('is encoded into sealed files that are as long as the call', async () => {
    const { dir } = await writeSpool(3_000);
    await encodeCall(dir, spoolSealing);
    for (const name of ['input.mp3', 'output.mp3', 'merged.mp3']) {
      const sealed = readFileSync(join(dir, name));
      const mp3 = await open(sealed, undefined, { key: spoolSealing.key, aad: `call_1/${name}` });
      expect(Math.abs(decodeMp3(mp3).lengthMs - 3_000)).toBeLessThan(1);
      expect(sealed.includes(mp3.subarray(200, 260))).toBe(false);
    }
  });
});
