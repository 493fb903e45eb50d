import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { RecordedCall } from '../../../shared/adapters/recordings/recording-store';
import { callFile } from './spool';
import { ifMissing } from './if-missing';

/** A worker says with this file that it lives, and works on what is in its folder. */
const aliveFile = 'alive';
const beatEveryMs = 3_000;
/** A folder without a sign of life for this long has lost its worker. */
export const leaseTimeoutMs = 15_000;

const recordedCallSchema = z.object({ ID: z.string(), JobID: z.string(), OrgID: z.string(), CampaignID: z.string() });

/** A call that some worker left behind. */
export interface OrphanedCall {
  call: RecordedCall;
  dir: string;
}

/** This process's folder under the spool, beside those of other workers of this machine. */
export interface SpoolFolder {
  /** Where a call is spooled. */
  pathOf(callId: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Calls in the folders of workers that are lost. What cannot be read now is told, stays where it is, and keeps no other back. */
  findOrphans(nowMs: number, onError: (error: unknown) => void): Promise<OrphanedCall[]>;
  /** Moves a call's folder here. @returns where it is now, `undefined` when another worker was faster */
  takeOver(left: OrphanedCall): Promise<string | undefined>;
}

/** @param root the spool of this machine @param workerId names this process and no earlier one */
export function createSpoolFolder(root: string, workerId: string): SpoolFolder {
  const own = join(root, workerId);
  const beat = async (): Promise<void> => {
    await mkdir(own, { recursive: true });
    await writeFile(join(own, aliveFile), '');
  };
  let beating: NodeJS.Timeout | undefined;
  return {
    pathOf: (callId) => join(own, callId),
    start: async () => {
      await beat();
      // A disk that fails here fails at the recording, too, where it is told.
      beating = setInterval(() => void beat().catch(() => undefined), beatEveryMs);
      beating.unref();
    },
    stop: async () => {
      clearInterval(beating);
      await removeEmpty(own);
    },
    findOrphans: async (nowMs, onError) => {
      const others = (await folders(root)).filter((name) => name !== workerId);
      const found: OrphanedCall[] = [];
      const told = (error: unknown): undefined => {
        onError(error);
      };
      for (const other of others) {
        const dirs = await findOrphansOf(join(root, other), nowMs).catch(told);
        for (const dir of dirs ?? []) {
          const call = await readCallFile(dir).catch(told);
          if (call) found.push({ call, dir });
        }
      }
      return found;
    },
    takeOver: async ({ call, dir }) => {
      const here = join(own, call.ID);
      await mkdir(own, { recursive: true });
      return rename(dir, here).then(() => here, ifMissing(undefined));
    },
  };
}

async function folders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(ifMissing([]));
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The folders of a worker's calls, if it is lost. */
async function findOrphansOf(worker: string, nowMs: number): Promise<string[]> {
  const sign =
    (await stat(join(worker, aliveFile)).catch(ifMissing(undefined))) ??
    (await stat(worker).catch(ifMissing(undefined)));
  if (sign === undefined || nowMs - sign.mtimeMs < leaseTimeoutMs) return [];
  const calls = await folders(worker);
  if (calls.length === 0) await removeEmpty(worker);
  return calls.map((name) => join(worker, name));
}

/** Not what a worker put there meanwhile that was only slow. */
async function removeEmpty(worker: string): Promise<void> {
  await rm(join(worker, aliveFile), { force: true });
  await rmdir(worker).catch(() => undefined);
}

/** A folder whose note was never written whole holds no audio, and goes. */
async function readCallFile(dir: string): Promise<RecordedCall | undefined> {
  const note = await readFile(join(dir, callFile), 'utf8').catch(ifMissing(''));
  const call = recordedCallSchema.safeParse(parseJson(note));
  if (call.success) return call.data;
  await rm(dir, { recursive: true, force: true });
  return undefined;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
