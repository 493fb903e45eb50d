const phaseMs = 1_000;
/** How long requests of an attack may still be in progress after it. */
const settleMs = 200;

/**
 * Attacks and rests alternate every second, by the clock that the processes share, so that other load on the machine
 * comes to both alike.
 */
export function attackPhase(nowMs: number): 'attack' | 'settling' | 'rest' {
  const intoMs = nowMs % (2 * phaseMs);
  if (intoMs < phaseMs) return 'attack';
  return intoMs < phaseMs + settleMs ? 'settling' : 'rest';
}
