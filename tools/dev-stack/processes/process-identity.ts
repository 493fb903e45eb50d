import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isErrno } from '../errno';

/** Identifies a process, even after its id has been reused. */
export interface ProcessIdentity {
  pid: number;
  /** Its start time in the format of the operating system; only ever compared. Empty if unknown. */
  started: string;
}

/** Identifies the process that has this id now, if one exists. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  return isAlive(pid) ? { pid, started: readStartTime(pid) } : undefined;
}

/** Whether this very process still runs; its id may have been reused. */
export function isStillRunning(process: ProcessIdentity): boolean {
  return isAlive(process.pid) && readStartTime(process.pid) === process.started;
}

/** Finds the npm process that started this one: the parent, or the parent of the shell in between. */
export function findParentNpm(pid: number): ProcessIdentity | undefined {
  const parent = readParentPid(pid);
  const above = parent === undefined ? [] : [parent, readParentPid(parent)];
  const npm = above.find((ancestor) => ancestor !== undefined && /\bnpm\b/.test(runPs(ancestor, 'args')));
  return npm === undefined ? undefined : identifyProcess(npm);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}

function readStartTime(pid: number): string {
  return readProcStartTime(pid) ?? runPs(pid, 'lstart');
}

/** Linux: the boot id and the clock ticks since boot. A zombie counts as ended: it holds no file and no port. */
function readProcStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces, so the fields are counted from its end.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return 'ended';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[18] ?? ''}`;
  } catch {
    return undefined;
  }
}

function readParentPid(pid: number): number | undefined {
  return Number(runPs(pid, 'ppid')) || undefined;
}

/** Returns an empty string if the process or `ps` does not exist. */
function runPs(pid: number, field: 'args' | 'lstart' | 'ppid'): string {
  try {
    return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
