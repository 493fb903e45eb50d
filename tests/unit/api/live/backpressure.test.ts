import { createBackpressure } from '../../../../apps/api/live/backpressure';

const pressure = () => createBackpressure({ capBytes: 1_000, cutAfterMs: 10_000 });

describe('a slow listener', () => {
  it('is measured with the frame that is about to be sent', () => {
    expect(pressure().offer(100, 900, 0)).toBe('send');
    expect(pressure().offer(101, 900, 0)).toBe('drop');
  });

  it('is disconnected after ten seconds, not earlier', () => {
    const slow = pressure();
    expect(slow.offer(1_000, 100, 0)).toBe('drop');
    expect(slow.offer(1_000, 100, 9_999)).toBe('drop');
    expect(slow.offer(1_000, 100, 10_000)).toBe('cut');
  });

  it('is disconnected even if its backlog stays just at the limit', () => {
    const slow = pressure();
    slow.offer(1_000, 100, 0);
    expect(slow.offer(850, 100, 5_000)).toBe('send');
    expect(slow.offer(850, 100, 10_000)).toBe('cut');
  });

  it('has caught up when its backlog falls to half of the limit', () => {
    const slow = pressure();
    slow.offer(1_000, 100, 0);
    expect(slow.offer(500, 100, 9_000)).toBe('send');
    expect(slow.offer(1_000, 100, 12_000)).toBe('drop');
    expect(slow.offer(1_000, 100, 21_999)).toBe('drop');
  });
});
