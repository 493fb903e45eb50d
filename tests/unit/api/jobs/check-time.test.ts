import { createCheckTime } from '../../../../apps/api/jobs/check-time';

describe('the time of checks', () => {
  let nowMs = 0;
  const take = (ms: number) => () => {
    nowMs += ms;
    return 'checked';
  };
  const refusal = (seconds: string) =>
    expect.objectContaining({ code: 'checks_too_slow', headers: { 'Retry-After': seconds } }) as Error;

  it('is bounded to a twentieth for each organization, after a burst, and does not hold up others', () => {
    const time = createCheckTime(() => nowMs);
    for (let count = 0; count < 2; count++) expect(time.run('a', take(250))).toBe('checked');
    expect(() => time.run('a', take(250))).toThrow(refusal('1'));
    expect(time.run('b', take(250))).toBe('checked');
    let ranMs = 0;
    const startedMs = nowMs;
    while (nowMs < startedMs + 600_000) {
      nowMs += 1_000;
      try {
        time.run('a', take(250));
        ranMs += 250;
      } catch (error) {
        expect(error).toEqual(expect.objectContaining({ code: 'checks_too_slow' }));
      }
    }
    expect(ranMs / 600_000).toBeLessThan(0.051);
    expect(ranMs / 600_000).toBeGreaterThan(0.045);
  });

  it('says when it is free again', () => {
    const time = createCheckTime(() => nowMs);
    for (let count = 0; count < 2; count++) time.run('a', take(400));
    expect(() => time.run('a', take(1))).toThrow(refusal('7'));
    nowMs += 7_000;
    expect(time.run('a', take(1))).toBe('checked');
  });

  it('counts for checks that fail, too', () => {
    const time = createCheckTime(() => nowMs);
    const fail = () => {
      nowMs += 600;
      throw new Error('invalid');
    };
    expect(() => time.run('a', fail)).toThrow('invalid');
    expect(() => time.run('a', take(1))).toThrow(refusal('3'));
  });

  it('that is short is never refused', () => {
    const time = createCheckTime(() => nowMs);
    for (let count = 0; count < 10_000; count++) {
      nowMs += 20;
      expect(time.run('a', take(0.5))).toBe('checked');
    }
  });
});
