import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** A disk of limited size, which can be full. */
export interface SmallDisk {
  path: string;
  /** Nothing more can be written. */
  fill(): void;
  restore(): void;
  remove(): void;
}

const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'pipe' });

/** @returns `undefined` where this user may mount nothing */
export function createSmallDisk(path: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(path, { recursive: true });
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'outdial-faults', path);
  } catch {
    return undefined;
  }
  const resize = (size: string): void => mount('-o', `remount,size=${size}`, path);
  return {
    path,
    fill: () => {
      // What is written between the look and the change makes the size too small, which is refused.
      for (let attempt = 1; ; attempt++) {
        try {
          // A size of 0 would mean no limit.
          resize(`${Math.max(smallestKilobytes, usedKilobytes(path))}k`);
          return;
        } catch (error) {
          if (attempt === 5) throw error;
        }
      }
    },
    restore: () => resize(`${megabytes}m`),
    remove: () => void execFileSync('umount', ['-l', path], { stdio: 'pipe' }),
  };
}

const smallestKilobytes = 4;
const usedKilobytes = (path: string): number =>
  Number(execFileSync('df', ['-k', '--output=used', path], { encoding: 'utf8' }).trim().split('\n').at(-1));
