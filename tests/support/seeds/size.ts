import { readdirSync, readFileSync } from 'node:fs';

/** @returns the resident memory and the open files of a process, `undefined` if it does not run */
export function sizeOf(pid: number | undefined): { megabytes: number; handles: number } | undefined {
  if (pid === undefined) return undefined;
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return { megabytes: Math.round(Number(kilobytes) / 1_024), handles: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return undefined;
  }
}

/** More than any process of a world needs for so few jobs. */
export const maxMegabytes = 1_200;
export const maxHandles = 500;
