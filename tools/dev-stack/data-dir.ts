import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isErrno } from './errno';
import { killGroup } from './processes/supervisor';
import { identifyProcess, isStillRunning, type ProcessIdentity } from './processes/process-identity';

/** The programs that `npm start` keeps running. */
export const programNames = ['temporal', 'mongodb', 'api', 'worker'] as const;

/** This launcher's exclusive claim to a data directory. */
export interface DataDirClaim {
  /** Writes `pids.json`, and the identity of the process for a later launcher that finds it alive. */
  recordPid(name: string, pid: number | null): void;
  /** Writes `local.json`, where the `outdial` command finds the local stack. */
  recordEndpoint(local: { url: string; key: string; campaign: string }): void;
  release(): void;
}

const identitySchema = z.object({ pid: z.number().int(), started: z.string() });
const ownersSchema = z.object({ launcher: identitySchema, programs: z.record(z.string(), identitySchema) });
type Owners = z.infer<typeof ownersSchema>;

/** Another launcher uses the data directory. */
export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError';
}

const LEFTOVERS_TIMEOUT_MS = 12_000;

/**
 * Claims the data directory for this process. The programs of a killed launcher shut down on their own; this waits for
 * them, because two servers on one file would corrupt it.
 * @throws {DataDirInUseError} when another launcher uses it
 */
export async function claimDataDir(dir: string, onWait: (message: string) => void): Promise<DataDirClaim> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const self = identifyProcess(process.pid) ?? { pid: process.pid, started: '' };
  const owners: Owners = { launcher: self, programs: {} };
  const lock = join(dir, 'launcher.lock');
  const previous = acquireLock(lock, owners);
  await stopLeftovers(Object.values(previous?.programs ?? {}), onWait);
  const pids: Record<string, number | null> = {
    launcher: self.pid,
    api: null,
    worker: null,
    temporal: null,
    mongodb: null,
  };
  return {
    recordPid(name, pid) {
      pids[name] = pid;
      const identity = pid === null ? undefined : identifyProcess(pid);
      if (identity) owners.programs[name] = identity;
      writeAtomically(lock, owners);
      writeAtomically(join(dir, 'pids.json'), pids);
    },
    recordEndpoint(local) {
      writeAtomically(join(dir, 'local.json'), { ...local, pid: self.pid });
    },
    release() {
      rmSync(join(dir, 'local.json'), { force: true });
      rmSync(join(dir, 'pids.json'), { force: true });
      rmSync(lock, { force: true });
    },
  };
}

/** Creates the lock file. Returns the previous one if a dead launcher left it behind. */
function acquireLock(lock: string, owners: Owners): Owners | undefined {
  const mine = `${lock}.${String(process.pid)}`;
  writeFileSync(mine, JSON.stringify(owners));
  try {
    if (linkIfAbsent(mine, lock)) return undefined;
    const found = readOwners(lock);
    if (found && isStillRunning(found.launcher)) throw createInUseError(lock, found.launcher);
    removeDeadLock(lock, found);
    if (!linkIfAbsent(mine, lock)) throw createInUseError(lock, readOwners(lock)?.launcher);
    return found;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Two launchers may find the same dead lock. The slower one may then move the lock of the faster one; it puts it back. */
function removeDeadLock(lock: string, dead: Owners | undefined): void {
  const aside = `${lock}.${String(process.pid)}.dead`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  const moved = readOwners(aside);
  const alive = moved && moved.launcher.pid !== dead?.launcher.pid;
  if (alive) linkIfAbsent(aside, lock);
  rmSync(aside, { force: true });
  if (alive) throw createInUseError(lock, moved.launcher);
}

function createInUseError(lock: string, launcher: ProcessIdentity | undefined): DataDirInUseError {
  const owner = launcher ? ` (process ${String(launcher.pid)})` : '';
  return new DataDirInUseError(
    `Another \`npm start\`${owner} is already using ${join(lock, '..')}. Stop it first, or set OUTDIAL_DATA_DIR to another folder.`,
  );
}

/** Unlike a rename, a hard link never replaces an existing file. */
function linkIfAbsent(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

function readOwners(lock: string): Owners | undefined {
  try {
    return ownersSchema.parse(JSON.parse(readFileSync(lock, 'utf8')));
  } catch {
    return undefined;
  }
}

function writeAtomically(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function stopLeftovers(programs: ProcessIdentity[], onWait: (message: string) => void): Promise<void> {
  const alive = () => programs.filter(isStillRunning);
  if (alive().length === 0) return;
  onWait('Waiting for the programs of a killed launcher to exit ...');
  const deadlineMs = Date.now() + LEFTOVERS_TIMEOUT_MS;
  const pause = () => new Promise((done) => setTimeout(done, 100));
  while (alive().length > 0 && Date.now() < deadlineMs) await pause();
  alive().forEach(({ pid }) => killGroup(pid));
  // A killed process holds its files until it is gone.
  while (alive().length > 0) await pause();
}
