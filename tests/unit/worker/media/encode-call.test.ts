import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeCall } from '../../../../apps/worker/media/encode-call';
import { renderFrame } from '../../../../shared/adapters/telephony/simulated/audio';
import type { AudioChannel } from '../../../../shared/domain/audio/format';
import { decodeMp3, likeness, samplesOf } from '../../../support/mp3';

const folders: string[] = [];
afterAll(() => folders.forEach((dir) => rmSync(dir, { recursive: true, force: true })));

const speech = [
  { channel: 'bot', startMs: 100, endMs: 500 },
  { channel: 'user', startMs: 600, endMs: 1_000 },
  { channel: 'bot', startMs: 1_100, endMs: 1_450 },
] as const;

const source = (channel: AudioChannel, lengthMs: number): Buffer =>
  Buffer.concat(
    Array.from({ length: lengthMs / 20 }, (_, i) => renderFrame({ seed: 'call_1', channel, startMs: i * 20, speech })),
  );

async function encoded(user: Buffer, bot: Buffer) {
  const dir = mkdtempSync(join(tmpdir(), 'outdial-encode-'));
  folders.push(dir);
  writeFileSync(join(dir, 'user.pcm'), user);
  writeFileSync(join(dir, 'bot.pcm'), bot);
  await encodeCall(dir);
  const file = (name: string) => decodeMp3(readFileSync(join(dir, name)));
  return { input: file('input.mp3'), output: file('output.mp3'), merged: file('merged.mp3') };
}

describe('the files of a call', () => {
  it.each([1_480, 1_500, 1_520])('have the length of the call, %i ms', async (lengthMs) => {
    const { input, output, merged } = await encoded(source('user', lengthMs), source('bot', lengthMs));
    expect([input.sampleRate, output.sampleRate, merged.sampleRate]).toEqual([16_000, 24_000, 24_000]);
    for (const file of [input, output, merged]) expect(Math.abs(file.lengthMs - lengthMs)).toBeLessThan(1);
  });

  it('have the contact on the left and the assistant on the right', async () => {
    const [user, bot] = [source('user', 1_500), source('bot', 1_500)];
    const { input, output, merged } = await encoded(user, bot);
    expect(likeness(input.channels[0] ?? [], samplesOf(user))).toBeGreaterThan(0.9);
    expect(likeness(output.channels[0] ?? [], samplesOf(bot))).toBeGreaterThan(0.9);
    const [left, right] = merged.channels;
    expect(likeness(right ?? [], samplesOf(bot))).toBeGreaterThan(0.9);
    // Every third sample of the left side corresponds to every second sample of the contact.
    const everySecond = samplesOf(user).filter((_, i) => i % 2 === 0);
    const everyThird = (left ?? new Float32Array(0)).filter((_, i) => i % 3 === 0);
    expect(likeness(everyThird, everySecond)).toBeGreaterThan(0.9);
    expect(Math.abs(likeness(left ?? [], right ?? []))).toBeLessThan(0.1);
  });

  it('contain all audio up to a crash, with one side shorter and the last sample truncated', async () => {
    const { input, output, merged } = await encoded(
      source('user', 1_500).subarray(0, 16_000 * 2 + 1),
      source('bot', 1_500),
    );
    expect(input.lengthMs).toBeCloseTo(1_000, 0);
    expect(output.lengthMs).toBeCloseTo(1_500, 0);
    expect(merged.lengthMs).toBeCloseTo(1_500, 0);
  });

  it('are encoded by code that is compiled once, not for each call', async () => {
    const { WebAssembly } = globalThis as unknown as {
      WebAssembly: { instantiate: (code: object) => Promise<object> };
    };
    await encoded(source('user', 100), source('bot', 100));
    const instantiate = jest.spyOn(WebAssembly, 'instantiate');
    await encoded(source('user', 100), source('bot', 100));
    expect(instantiate.mock.calls.map(([code]) => Object.prototype.toString.call(code))).toEqual(
      Array<string>(3).fill('[object WebAssembly.Module]'),
    );
    instantiate.mockRestore();
  });
});
