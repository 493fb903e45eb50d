// cspell:ignore DONT
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { obtainDebianProgram, type DebianProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { NotObtainableError } from '../../../tools/dev-stack/obtain/resolution';
import { testToolbox } from '../processes';

const faketime: DebianProgram = {
  command: 'faketime',
  folder: 'bin',
  packages: ['faketime'],
  cacheName: 'debian-faketime-1',
};

/** A clock that can be wrong. Intervals stay right, as on a machine whose clock is set while it runs. */
export interface WrongClock {
  /** For the process that has this clock. */
  env: NodeJS.ProcessEnv;
  /** From within a second on, the clock is ahead by this much. @param ms may be negative */
  step(ms: number): void;
}

/** @returns `undefined` where libfaketime cannot be obtained, and why is printed */
export async function createWrongClock(folder: string): Promise<WrongClock | undefined> {
  const library = await findLibrary();
  if (library === undefined) return undefined;
  const file = join(folder, 'clock');
  const step = (ms: number): void => writeFileSync(file, `${ms < 0 ? '' : '+'}${(ms / 1_000).toFixed(3)}s\n`);
  step(0);
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    step,
  };
}

async function findLibrary(): Promise<string | undefined> {
  try {
    const { root } = await obtainDebianProgram(testToolbox(), faketime);
    const folder = join(root, 'usr/lib');
    return readdirSync(folder)
      .map((architecture) => join(folder, architecture, 'faketime/libfaketime.so.1'))
      .find(existsSync);
  } catch (error) {
    if (!(error instanceof NotObtainableError)) throw error;
    console.warn(`No clock is wrong: ${error.message}`);
    return undefined;
  }
}
