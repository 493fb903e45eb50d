import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL: below, PRIORITY_ABOVE_NORMAL: above } = constants.priority;

/**
 * Sets the priority of a process that leads a session of its own. Linux shares the processors between sessions first
 * (sched(7), "The autogroup feature"), so the priority of a process counts within its session only; the session has one too.
 */
function prioritize(pid: number, priority: number): void {
  setPriority(pid, priority);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch {
    // A kernel without groups: the priority of the process is all that counts.
  }
}

/** For what runs on other machines in production. */
export const lowerPriority = (pid: number): void => prioritize(pid, below);

/**
 * For the worker, as its systemd unit does.
 * @returns false if this user may not raise the priority of a process
 */
export function raisePriority(pid: number): boolean {
  try {
    prioritize(pid, above);
    return true;
  } catch {
    return false;
  }
}
