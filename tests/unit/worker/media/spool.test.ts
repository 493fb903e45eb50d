import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearCipher, type FieldCipher } from '../../../../shared/adapters/crypto/field-cipher';
import { createSpool } from '../../../../apps/worker/media/spool';
import { type AudioChannel, bytesOf } from '../../../../shared/domain/audio/format';

const root = mkdtempSync(join(tmpdir(), 'outdial-spool-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const call = { ID: 'call_1', JobID: 'job_1', OrgID: 'org_1', CampaignID: 'campaign_1' };

let count = 0;
const cipherOf = () => Promise.resolve(clearCipher);
function aSpool(cipher: FieldCipher = clearCipher) {
  const dir = join(root, String(++count));
  const errors: unknown[] = [];
  const spool = createSpool({ dir, call, cipherOf: () => Promise.resolve(cipher) }, (error) => errors.push(error));
  const speak = (channel: AudioChannel, startMs: number, fill: number): void =>
    spool.write({ channel, startMs, pcm: Buffer.alloc(bytesOf(channel, 20), fill) });
  return { dir, spool, speak, errors, pcm: (channel: AudioChannel) => readFileSync(join(dir, `${channel}.pcm`)) };
}

describe('the raw audio of a call', () => {
  it('has each frame at its time, silence for missing frames, and the length of the call on both sides', async () => {
    const { spool, speak, pcm, errors } = aSpool();
    for (let ms = 0; ms < 1_000; ms += 20) speak('bot', ms, 1);
    speak('bot', 2_000, 2);
    speak('bot', 1_500, 9);
    speak('bot', 2_000, 9);
    expect(await spool.close(3_007)).toBe(true);
    const bot = pcm('bot');
    expect(bot.subarray(0, 48_000).every((byte) => byte === 1)).toBe(true);
    expect(bot.subarray(48_000, 96_000).every((byte) => byte === 0)).toBe(true);
    expect(bot.subarray(96_000, 96_960).every((byte) => byte === 2)).toBe(true);
    expect(bot.subarray(96_960).every((byte) => byte === 0)).toBe(true);
    expect([bot.length, pcm('user').length]).toEqual([3_007 * 48, 3_007 * 32]);
    expect(errors).toEqual([]);
  });

  it('is on disk within a quarter of a second, with a file that identifies the call', async () => {
    const { dir, spool, speak } = aSpool();
    for (let ms = 0; ms < 240; ms += 20) speak('user', ms, 1);
    const deadline = Date.now() + 5_000;
    const file = join(dir, 'user.pcm');
    while (!(existsSync(file) && statSync(file).size === 240 * 32)) {
      if (Date.now() > deadline) throw new Error('Nothing was written.');
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(JSON.parse(readFileSync(join(dir, 'call.json'), 'utf8'))).toEqual(call);
    await spool.close(240);
  });

  it('is empty for an unanswered call', async () => {
    const { dir, spool } = aSpool();
    expect(await spool.close(undefined)).toBe(false);
    expect(existsSync(dir)).toBe(false);
  });

  it('ignores a frame or a length with a wrong time', async () => {
    const { spool, speak, pcm } = aSpool();
    speak('user', 0, 1);
    speak('user', 1_700_000_000_000, 1);
    expect(await spool.close(1_700_000_000_000)).toBe(true);
    expect(pcm('user').length).toBe(640);
  });

  it('loses the recording, not the call, when the disk fails', async () => {
    const errors: unknown[] = [];
    const spool = createSpool({ dir: '/dev/null/nowhere', call, cipherOf }, (error) => errors.push(error));
    for (let ms = 0; ms < 1_000; ms += 20) spool.write({ channel: 'bot', startMs: ms, pcm: Buffer.alloc(960) });
    await spool.close(1_000);
    expect(errors.length).toBeGreaterThan(0);
  });
});
