import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const below = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers the priority of a process that leads a session of its own. Linux shares the processors between sessions first
 * (sched(7), "The autogroup feature"), so the priority of a process counts within its session only; the session has one too.
 */
export function lowerPriority(pid: number): void {
  setPriority(pid, below);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(below));
  } catch {
    // A kernel without groups: the priority of the process is all that counts.
  }
}
