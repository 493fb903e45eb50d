import * as fc from 'fast-check';
import { createFramer } from '../../../../shared/domain/audio/framer';

describe('frames', () => {
  it('are the bytes that were pushed, in whatever chunks, and silence at the end', () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 500 }), { maxLength: 10 });
    fc.assert(
      fc.property(chunks, fc.integer({ min: 1, max: 400 }), (pushed, frameBytes) => {
        const framer = createFramer(frameBytes, 0xff);
        const frames = pushed.flatMap((chunk) => framer.push(chunk));
        const last = framer.flush();
        const all = Buffer.concat([...frames, ...(last ? [last] : [])]);
        const whole = Buffer.concat(pushed);
        expect(all.length).toBe(Math.ceil(whole.length / frameBytes) * frameBytes);
        expect(all.subarray(0, whole.length).equals(whole)).toBe(true);
        expect(all.subarray(whole.length).every((byte) => byte === 0xff)).toBe(true);
        expect(framer.flush()).toBeUndefined();
      }),
    );
  });

  it('keep nothing of what was cleared', () => {
    const framer = createFramer(4);
    framer.push(Buffer.from([1, 2, 3]));
    framer.clear();
    expect(framer.push(Buffer.from([4, 5, 6, 7]))).toEqual([Buffer.from([4, 5, 6, 7])]);
  });
});
