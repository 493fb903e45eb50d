import { callLimitsOf } from '../../../../shared/domain/campaign/campaign';

describe('the limits on the ring and the call', () => {
  it.each([
    [{}, { ringMs: 45_000, maxMs: 1_800_000 }],
    [
      { MaxRingSeconds: 600, MaxCallSeconds: 86_400 },
      { ringMs: 600_000, maxMs: 86_400_000 },
    ],
    [
      { MaxRingSeconds: 601, MaxCallSeconds: 86_401 },
      { ringMs: 600_000, maxMs: 86_400_000 },
    ],
    [
      { MaxRingSeconds: 2 ** 63, MaxCallSeconds: 2 ** 63 },
      { ringMs: 600_000, maxMs: 86_400_000 },
    ],
  ])('of %j are %j', (overrides, limits) => {
    expect(callLimitsOf(overrides)).toEqual(limits);
  });
});
