import { setTimeout as sleep } from 'node:timers/promises';
import { scaledMs } from './deadline';

/** The pause between two checks grows with the wait: waiting tests must leave the processors to what they wait for. */
const pause = { minMs: 15, maxMs: 120, ofWaited: 0.1 };
/** One check counts as this long at most: on a machine that is busy elsewhere, the checks are late and so is what they wait for. */
const countedMs = 100;

/**
 * Polls until a condition holds. The deadline only ends what hangs: it grows with the slowness of the machine.
 * @throws with the last value seen
 */
export async function until<T>(look: () => T | Promise<T>, holds: (seen: T) => boolean, withinMs = 10_000): Promise<T> {
  const firstMs = performance.now();
  const deadlineMs = scaledMs(withinMs);
  let waitedMs = 0;
  for (;;) {
    const startedMs = performance.now();
    const seen = await look();
    if (holds(seen)) return seen;
    if (waitedMs > deadlineMs) throw new Error(`Not within ${deadlineMs} ms; last seen: ${JSON.stringify(seen)}`);
    await sleep(Math.min(pause.maxMs, Math.max(pause.minMs, (performance.now() - firstMs) * pause.ofWaited)));
    waitedMs += Math.min(performance.now() - startedMs, countedMs);
  }
}
