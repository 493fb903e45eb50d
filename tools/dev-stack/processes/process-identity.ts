import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isErrno } from '../errno';

/** A process, told apart from a later one that was given the same number. */
export interface ProcessIdentity {
  pid: number;
  /** As the system tells it; compared, never read. Empty where it cannot be told. */
  started: string;
}

/** What identifies the process with this number now; undefined when there is none. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  return isAlive(pid) ? { pid, started: readStartTime(pid) } : undefined;
}

/** Whether that very process still runs: the number alone may have been given to another since. */
export function isStillRunning(process: ProcessIdentity): boolean {
  return isAlive(process.pid) && readStartTime(process.pid) === process.started;
}

/** The npm that started us, if one did: our parent, or the parent of the shell between us. */
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

/** Linux: ticks since boot, and which boot. A zombie counts as ended: it holds no file and no port. */
function readProcStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold spaces, so the fields are counted from its end.
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

/** Empty where there is no such process, or no `ps`. */
function runPs(pid: number, field: 'args' | 'lstart' | 'ppid'): string {
  try {
    return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
