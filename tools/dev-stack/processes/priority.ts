import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL: below, PRIORITY_ABOVE_NORMAL: above } = constants.priority;

/** On Linux each thread of a process has a priority; elsewhere the process has one. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

/**
 * Sets the priority of a process that leads a session of its own. Linux shares the processors between sessions first
 * (sched(7), "The autogroup feature"), so the priority of a process counts within its session only; the session has one too.
 * @throws if this user may not, or the process has ended
 */
function prioritize(pid: number, priority: number): void {
  setPriority(pid, priority);
  for (const thread of threadsOf(pid)) ignoreErrors(() => setPriority(thread, priority));
  // A kernel without groups: the priority of the threads is all that counts.
  ignoreErrors(() => writeFileSync(`/proc/${pid}/autogroup`, String(priority)));
}

function ignoreErrors(run: () => void): void {
  try {
    run();
  } catch {
    // It matters for speed only.
  }
}

/** Lets others go before a process. Does nothing if it has ended. */
export const lowerPriority = (pid: number): void => ignoreErrors(() => prioritize(pid, below));

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
