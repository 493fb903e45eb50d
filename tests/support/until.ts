import { setTimeout as sleep } from 'node:timers/promises';

const pollEveryMs = 20;
/** One check counts as this long at most: on a machine that is busy elsewhere, the checks are late and so is what they wait for. */
const countedMs = 100;

/** Polls until a condition holds. @throws with the last value seen */
export async function until<T>(look: () => T | Promise<T>, holds: (seen: T) => boolean, withinMs = 10_000): Promise<T> {
  let waitedMs = 0;
  for (;;) {
    const startedMs = performance.now();
    const seen = await look();
    if (holds(seen)) return seen;
    if (waitedMs > withinMs) throw new Error(`Not within ${withinMs} ms; last seen: ${JSON.stringify(seen)}`);
    await sleep(pollEveryMs);
    waitedMs += Math.min(performance.now() - startedMs, countedMs);
  }
}
