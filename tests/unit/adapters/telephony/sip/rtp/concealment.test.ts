import { createConcealment } from '../../../../../../shared/adapters/telephony/sip/rtp/concealment';

const voice = (from: number, count = 160): Int16Array =>
  Int16Array.from({ length: count }, (_, i) => Math.round(8_000 * Math.sin((2 * Math.PI * (from + i)) / 80)));
const levelOf = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);
const afterVoice = () => {
  const concealment = createConcealment();
  for (let n = 0; n < 5; n++) concealment.take(voice(n * 160));
  return concealment;
};

describe('a lost frame', () => {
  it('continues the voice, with its period', () => {
    const made = afterVoice().conceal();
    const lost = voice(5 * 160);
    const difference = levelOf(made.map((sample, i) => sample - lost[i]!));
    expect(difference).toBeLessThan(levelOf(lost) * 0.25);
    expect(Math.abs(made[0]! - lost[0]!)).toBeLessThan(100);
  });

  it('fades to silence within 60 ms', () => {
    const concealment = afterVoice();
    const levels = [1, 2, 3, 4].map(() => levelOf(concealment.conceal()));
    expect(levels[0]).toBeGreaterThan(levels[1]!);
    expect(levels[1]).toBeGreaterThan(levels[2]!);
    expect(levels[3]).toBe(0);
    expect(concealment.hasFaded).toBe(true);
  });

  it('is followed by the next one without a jump', () => {
    const concealment = afterVoice();
    const made = concealment.conceal();
    // The voice goes on with the opposite sign.
    const next = voice(6 * 160 + 40);
    concealment.take(next);
    const jumps = [made.at(-1)!, ...next].map((sample, i, all) => Math.abs(sample - (all[i - 1] ?? sample)));
    expect(Math.max(...jumps)).toBeLessThan(1_600);
    expect([...next.subarray(32)]).toEqual([...voice(6 * 160 + 40).subarray(32)]);
  });

  it('leaves what follows a pause as it is', () => {
    const concealment = afterVoice();
    for (let n = 0; n < 3; n++) concealment.conceal();
    const next = voice(40);
    concealment.take(next);
    expect([...next]).toEqual([...voice(40)]);
  });

  it('is silence after silence by intention', () => {
    const concealment = afterVoice();
    concealment.forget();
    expect(levelOf(concealment.conceal())).toBe(0);
  });
});
