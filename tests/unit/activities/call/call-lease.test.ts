import { pino } from 'pino';
import {
  leaseRenewalIntervalMs,
  leaseTimeoutMs,
  maintainLease,
  suspicionMs,
} from '../../../../activities/call/call-lease';
import type { ActivityDeps } from '../../../../activities/deps';
import { fakeLeg } from '../../../support/fake-leg';

describe('the lease of the worker that handles a call', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function handle({ stop = new AbortController(), ageMs = 60_000 } = {}) {
    const renewedMs: number[] = [];
    const state = { mustHangUp: false, unavailable: false };
    const deps = {
      store: {
        callLeases: {
          renew: (_callId: string, nowMs: number) => {
            if (state.unavailable) return Promise.reject(new Error('The store is unavailable.'));
            renewedMs.push(nowMs);
            return Promise.resolve();
          },
        },
        calls: { mustHangUp: () => Promise.resolve(state.mustHangUp) },
      },
      clock: { nowMs: () => Date.now() },
      logger: pino({ level: 'silent' }),
    } as unknown as ActivityDeps;
    const { leg, hungUp } = fakeLeg('call_1');
    const end = maintainLease(deps, {
      call: { ID: 'call_1', CreatedMS: Date.now() - ageMs },
      leg,
      hangUpSignal: stop.signal,
    });
    return { renewedMs, state, hungUp, end, stop };
  }

  it('is renewed at once and every two seconds, until the call ends', async () => {
    const startMs = Date.now();
    const { renewedMs, end } = handle();
    await jest.advanceTimersByTimeAsync(60_000);
    end();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(renewedMs.map((atMs) => atMs - startMs)).toEqual(Array.from({ length: 31 }, (_, n) => n * 2_000));
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is not renewed at once if it is new, but a stop is looked for at once', async () => {
    const { renewedMs, state, hungUp, end } = handle({ ageMs: 100 });
    state.mustHangUp = true;
    await jest.advanceTimersByTimeAsync(0);
    expect({ renewed: renewedMs.length, hungUp: hungUp() }).toEqual({ renewed: 0, hungUp: 1 });
    await jest.advanceTimersByTimeAsync(leaseRenewalIntervalMs);
    expect(renewedMs).toHaveLength(1);
    end();
  });

  it('is not lost if four renewals in a row are, and a suspected worker has time for three more', () => {
    expect(leaseTimeoutMs).toBeGreaterThanOrEqual(5 * leaseRenewalIntervalMs);
    expect(suspicionMs).toBeGreaterThanOrEqual(3 * leaseRenewalIntervalMs);
  });

  it('is renewed within half a second after the store returns', async () => {
    const { renewedMs, state, end } = handle();
    await jest.advanceTimersByTimeAsync(1_000);
    state.unavailable = true;
    await jest.advanceTimersByTimeAsync(20_000);
    expect(renewedMs).toHaveLength(1);
    state.unavailable = false;
    await jest.advanceTimersByTimeAsync(500);
    expect(renewedMs).toHaveLength(2);
    end();
  });

  it('hangs up within two seconds when a stop was requested but not pushed, or another worker closed the call', async () => {
    const { state, hungUp, end } = handle();
    await jest.advanceTimersByTimeAsync(10_100);
    expect(hungUp()).toBe(0);
    state.mustHangUp = true;
    await jest.advanceTimersByTimeAsync(2_000);
    expect(hungUp()).toBe(1);
    end();
  });

  it('hangs up at once for a stop that was requested before the call was dialed', async () => {
    const stop = new AbortController();
    const requested = handle({ stop });
    requested.state.mustHangUp = true;
    await jest.advanceTimersByTimeAsync(0);
    expect(requested.hungUp()).toBe(1);
    stop.abort('The worker was shut down.');
    expect(requested.hungUp()).toBe(2);
    requested.end();
  });
});
