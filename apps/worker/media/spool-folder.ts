import { chmod, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { identifier } from '../../../shared/contracts/primitives';
import type { RecordedCall } from '../../../shared/adapters/recordings/recording-store';
import { callFile } from './spool';
import { fileMode, folderMode } from './file-modes';
import { ifMissing } from './if-missing';

/** The modification time of this file is the heartbeat of the worker that owns the folder. */
const heartbeatFile = 'alive';
const heartbeatIntervalMs = 3_000;
/** A folder without a heartbeat for this long has lost its worker. */
export const leaseTimeoutMs = 15_000;

/** An organization's id may be any text that an operator chose, except what would leave a folder. */
const organizationId = z
  .string()
  .min(1)
  .refine((id) => !/[/\\]|^\.+$/.test(id) && !id.includes('\0'));
/** The ids become parts of paths and of names in the store. */
const recordedCallSchema = z.object({
  ID: identifier,
  JobID: identifier,
  OrgID: organizationId,
  CampaignID: identifier,
});

/** A recording left by a lost worker. */
export interface OrphanedCall {
  call: RecordedCall;
  dir: string;
}

/** The spool folder of this process, next to those of other workers on this machine. */
export interface SpoolFolder {
  /** Path of the spool of a call. */
  pathOf(callId: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Finds recordings of lost workers. Unreadable ones are reported, stay in place and do not affect others. */
  findOrphans(nowMs: number, onError: (error: unknown) => void): Promise<OrphanedCall[]>;
  /** Moves the folder of a call here. @returns its new path, `undefined` when another worker was faster */
  takeOver(orphan: OrphanedCall): Promise<string | undefined>;
}

/** @param root the spool folder of this machine @param workerId must be unique to this process */
export function createSpoolFolder(root: string, workerId: string): SpoolFolder {
  const own = join(root, workerId);
  const heartbeat = async (): Promise<void> => {
    await mkdir(own, { recursive: true, mode: folderMode });
    await writeFile(join(own, heartbeatFile), '', { mode: fileMode });
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    pathOf: (callId) => join(own, callId),
    start: async () => {
      await heartbeat();
      // An earlier version left it readable for everyone.
      await chmod(root, folderMode);
      // A disk failure also affects the recording, which reports it.
      timer = setInterval(() => void heartbeat().catch(() => undefined), heartbeatIntervalMs);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await removeEmpty(own);
    },
    findOrphans: async (nowMs, onError) => {
      const others = (await listFolders(root)).filter((name) => name !== workerId);
      const found: OrphanedCall[] = [];
      const report = (error: unknown): undefined => {
        onError(error);
      };
      for (const other of others) {
        const dirs = await findOrphansOf(join(root, other), nowMs).catch(report);
        for (const dir of dirs ?? []) {
          const call = await readCallFile(dir).catch(report);
          if (call) found.push({ call, dir });
        }
      }
      return found;
    },
    takeOver: async ({ call, dir }) => {
      const here = join(own, call.ID);
      await mkdir(own, { recursive: true, mode: folderMode });
      return rename(dir, here).then(() => here, ifMissing(undefined));
    },
  };
}

async function listFolders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(ifMissing([]));
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Lists the call folders of a worker that is lost. */
async function findOrphansOf(worker: string, nowMs: number): Promise<string[]> {
  const lastHeartbeat =
    (await stat(join(worker, heartbeatFile)).catch(ifMissing(undefined))) ??
    (await stat(worker).catch(ifMissing(undefined)));
  if (lastHeartbeat === undefined || nowMs - lastHeartbeat.mtimeMs < leaseTimeoutMs) return [];
  const calls = await listFolders(worker);
  if (calls.length === 0) await removeEmpty(worker);
  return calls.map((name) => join(worker, name));
}

/** `rmdir` fails, and keeps the folder, when a slow worker has written to it since. */
async function removeEmpty(worker: string): Promise<void> {
  await rm(join(worker, heartbeatFile), { force: true });
  await rmdir(worker).catch(() => undefined);
}

/**
 * Reads the call of a folder. A folder without a complete call file holds no audio and is deleted.
 * @throws if the call file names something else than the call of its folder
 */
async function readCallFile(dir: string): Promise<RecordedCall | undefined> {
  const json = await readFile(join(dir, callFile), 'utf8').catch(ifMissing(''));
  const parsed = parseJson(json);
  if (parsed === undefined) {
    await rm(dir, { recursive: true, force: true });
    return undefined;
  }
  const call = recordedCallSchema.safeParse(parsed);
  if (call.success && call.data.ID === basename(dir)) return call.data;
  throw new Error(`${callFile} of the spool folder ${basename(dir)} names no call, or another one.`);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
