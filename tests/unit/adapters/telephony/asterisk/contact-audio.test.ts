import fc from 'fast-check';
import { createContactAudio } from '../../../../../shared/adapters/telephony/asterisk/contact-audio';

const frame = 640;
const numbered = (count: number): Buffer =>
  Buffer.from(Array.from({ length: count * frame }, (_, i) => (i / frame) & 255));

describe('the audio of the contact', () => {
  it('comes out as it went in, in whole frames, however it was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 12_800 }), { maxLength: 10 }), (points) => {
        const audio = createContactAudio();
        const sent = numbered(20);
        const bounds = [0, ...points.sort((a, b) => a - b), sent.length];
        bounds.forEach((bound, i) => audio.push(sent.subarray(bounds[i - 1] ?? 0, bound)));
        const taken: Buffer[] = [];
        for (let next = audio.take(); next !== undefined; next = audio.take()) taken.push(next);
        return Buffer.concat(taken).equals(sent);
      }),
    );
  });

  it('waits for three frames at first and after a gap, so that uneven arrival makes no further gaps', () => {
    const audio = createContactAudio();
    for (const _ of ['at first', 'after a gap']) {
      audio.push(numbered(2));
      expect(audio.take()).toBeUndefined();
      audio.push(numbered(1));
      for (let i = 0; i < 3; i++) expect(audio.take()).toHaveLength(frame);
      expect(audio.take()).toBeUndefined();
    }
  });

  it('never holds more than half a second, and keeps the newest', () => {
    const audio = createContactAudio();
    audio.push(numbered(60));
    const taken: number[] = [];
    for (let next = audio.take(); next !== undefined; next = audio.take()) taken.push(next[0] ?? -1);
    expect(taken).toEqual([57, 58, 59]);
  });

  it('gets rid of a delay that it does not need', () => {
    const audio = createContactAudio();
    audio.push(numbered(10));
    let held = 10;
    for (let period = 0; period < 20 * 250; period++) {
      audio.push(numbered(1));
      held += 1;
      if (audio.take() !== undefined) held -= 1;
    }
    let left = 0;
    while (audio.take() !== undefined) left++;
    expect(left).toBeLessThan(held);
    expect(left).toBeLessThanOrEqual(5);
  });
});
