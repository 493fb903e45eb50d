import { createBackpressure } from '../../../../apps/api/live/backpressure';

const pressure = () => createBackpressure({ capBytes: 1_000, cutAfterMs: 10_000 });

describe('a listener who is too slow', () => {
  it('counts the frame that is about to be sent', () => {
    expect(pressure().offer(100, 900, 0)).toBe('send');
    expect(pressure().offer(101, 900, 0)).toBe('drop');
  });

  it('is cut after ten seconds behind, and not before', () => {
    const slow = pressure();
    expect(slow.offer(1_000, 100, 0)).toBe('drop');
    expect(slow.offer(1_000, 100, 9_999)).toBe('drop');
    expect(slow.offer(1_000, 100, 10_000)).toBe('cut');
  });

  it('is cut as well when it takes just enough to hover at the cap', () => {
    const slow = pressure();
    slow.offer(1_000, 100, 0);
    expect(slow.offer(850, 100, 5_000)).toBe('send');
    expect(slow.offer(850, 100, 10_000)).toBe('cut');
  });

  it('has caught up when it came down to half of the cap', () => {
    const slow = pressure();
    slow.offer(1_000, 100, 0);
    expect(slow.offer(500, 100, 9_000)).toBe('send');
    expect(slow.offer(1_000, 100, 12_000)).toBe('drop');
    expect(slow.offer(1_000, 100, 21_999)).toBe('drop');
  });
});
