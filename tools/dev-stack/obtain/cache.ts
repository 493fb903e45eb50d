import {
  mkdirSync,
  mkdtempSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const DAY_MS = 24 * 60 * 60 * 1000;
const failureSchema = z.object({ atMs: z.number(), why: z.string() });

/** Programs that were downloaded or built before, each in a folder named after its version. */
export interface Cache {
  /** The folder of a program, if the cache has it. */
  folder(name: string): string | undefined;
  /** Builds into a temporary folder and renames it: an interrupted build never looks complete. */
  fill(name: string, build: (emptyDir: string) => Promise<void>): Promise<string>;
  /** Describes a download that failed within the last day. */
  describeRecentFailure(name: string): string | undefined;
  recordFailure(name: string, why: string): void;
}

/** Creates the cache under `$XDG_CACHE_HOME/outdial`. */
export function createCache(env: NodeJS.ProcessEnv = process.env, now: () => number = Date.now): Cache {
  const dir = join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'outdial');
  const failureFile = (name: string) => join(dir, `${name}.failed.json`);
  const pathOf = (name: string) => join(dir, name);
  return {
    folder: (name) => (existsSync(pathOf(name)) ? pathOf(name) : undefined),
    async fill(name, build) {
      mkdirSync(dir, { recursive: true });
      removeStaleBuilds(dir, now());
      const building = mkdtempSync(`${pathOf(name)}.building-`);
      try {
        await build(building);
        moveIntoPlace(building, pathOf(name));
      } finally {
        rmSync(building, { recursive: true, force: true });
      }
      rmSync(failureFile(name), { force: true });
      return pathOf(name);
    },
    describeRecentFailure(name) {
      const failure = readFailure(failureFile(name));
      if (!failure || failure.atMs + DAY_MS < now()) return undefined;
      const when = new Date(failure.atMs).toISOString().slice(0, 16).replace('T', ' ');
      return `failed at ${when} UTC (${failure.why})`;
    },
    recordFailure(name, why) {
      mkdirSync(dir, { recursive: true });
      writeFileSync(failureFile(name), JSON.stringify({ atMs: now(), why }));
    },
  };
}

/** Two launchers may build the same program at once; the slower one keeps the folder of the faster one. */
function moveIntoPlace(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Removes the remains of killed builds; no build takes a day. */
function removeStaleBuilds(dir: string, nowMs: number): void {
  for (const name of readdirSync(dir).filter((entry) => entry.includes('.building-'))) {
    const ageMs = nowMs - (statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? nowMs);
    if (ageMs > DAY_MS) rmSync(join(dir, name), { recursive: true, force: true });
  }
}

function readFailure(file: string): z.infer<typeof failureSchema> | undefined {
  try {
    return failureSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
