import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { RecordedCall } from '../../../shared/adapters/recordings/recording-store';
import { callFile } from './spool';

/** A worker says with this file that it lives, and works on what is in its folder. */
const aliveFile = 'alive';
const beatEveryMs = 3_000;
/** A folder without a sign of life for this long has lost its worker. */
export const staleAfterMs = 15_000;

const recordedCallSchema = z.object({ ID: z.string(), JobID: z.string(), OrgID: z.string(), CampaignID: z.string() });

/** A call that some worker left behind. */
export interface LeftCall {
  call: RecordedCall;
  dir: string;
}

/** This process's folder under the spool, beside those of other workers of this machine. */
export interface SpoolFolder {
  /** Where a call is spooled. */
  of(callId: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Calls in the folders of workers that are lost. */
  left(nowMs: number): Promise<LeftCall[]>;
  /** Moves a call's folder here. @returns where it is now, `undefined` when another worker was faster */
  takeOver(left: LeftCall): Promise<string | undefined>;
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
    of: (callId) => join(own, callId),
    start: async () => {
      await beat();
      // A disk that fails here fails at the recording, too, where it is told.
      beating = setInterval(() => void beat().catch(() => undefined), beatEveryMs);
      beating.unref();
    },
    stop: async () => {
      clearInterval(beating);
      await rm(join(own, aliveFile), { force: true });
      await rmdir(own).catch(() => undefined);
    },
    left: async (nowMs) => {
      const others = (await names(root)).filter((name) => name !== workerId);
      const found: LeftCall[] = [];
      for (const other of others) found.push(...(await leftBy(join(root, other), nowMs)));
      return found;
    },
    takeOver: async ({ call, dir }) => {
      const here = join(own, call.ID);
      await mkdir(own, { recursive: true });
      return rename(dir, here).then(
        () => here,
        () => undefined,
      );
    },
  };
}

const names = (dir: string): Promise<string[]> => readdir(dir).catch(() => []);

async function leftBy(worker: string, nowMs: number): Promise<LeftCall[]> {
  const sign = await stat(join(worker, aliveFile)).catch(() => stat(worker).catch(() => undefined));
  if (sign === undefined || nowMs - sign.mtimeMs < staleAfterMs) return [];
  const calls = (await names(worker)).filter((name) => name !== aliveFile);
  if (calls.length === 0) await rm(worker, { recursive: true, force: true });
  const found = await Promise.all(calls.map((name) => leftCall(join(worker, name))));
  return found.filter((one) => one !== undefined);
}

/** A folder whose note was never written holds no audio. */
async function leftCall(dir: string): Promise<LeftCall | undefined> {
  try {
    return { call: recordedCallSchema.parse(JSON.parse(await readFile(join(dir, callFile), 'utf8'))), dir };
  } catch {
    await rm(dir, { recursive: true, force: true });
    return undefined;
  }
}
