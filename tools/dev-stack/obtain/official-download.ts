import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shorten, type Report } from '../terminal';
import { found, missing, type Resolution, type Source } from './resolution';
import { runTool, ToolError } from './tools';
import type { Toolbox } from './toolbox';

/** Without data and without processor time, so a slow machine that is still loading the helper package is not stalled. */
const STALLED_AFTER_MS = 30_000;

interface Download {
  what: 'temporal' | 'mongod' | 'temporal-test-server';
  version: string;
  /** The name of its folder in the cache. */
  name: string;
}

/** Downloads the publisher's own build with its helper package. After a failure it is not retried for a day. */
export function createDownloadSource(toolbox: Toolbox, download: Download): Source<{ executable: string }> {
  let tried = false;
  const attempt = () => {
    tried = true;
    return downloadIntoCache(toolbox, download);
  };
  return {
    label: `official download of ${download.what} ${download.version}`,
    async resolve() {
      const failure = toolbox.cache.describeRecentFailure(download.name);
      return failure === undefined ? attempt() : missing(failure);
    },
    // The recorded failure may be outdated, and every other source has failed by now.
    retry: () => (tried ? Promise.resolve(missing('it failed just now')) : attempt()),
  };
}

async function downloadIntoCache(toolbox: Toolbox, download: Download): Promise<Resolution<{ executable: string }>> {
  const { cache, terminal } = toolbox;
  try {
    const folder = await cache.fill(download.name, (dir) =>
      terminal.runStep(`Downloading ${download.what} ${download.version}`, (report) =>
        downloadInto(toolbox, download, dir, report),
      ),
    );
    return found({ executable: join(folder, download.what) });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const reason = shorten(error.message, 200);
    if (!error.interrupted) cache.recordFailure(download.name, reason);
    return missing(reason);
  }
}

async function downloadInto(
  { supervisor, env }: Toolbox,
  { what, version }: Download,
  dir: string,
  report: Report,
): Promise<void> {
  const script = resolve(__dirname, 'download.mjs');
  // By the size of the folder: not every helper package reports its own progress.
  const observe = () => {
    const size = sizeOf(dir);
    if (size > 0) report(`${(size / 1e6).toFixed(0)} MB`);
    return size;
  };
  const command = { command: process.execPath, args: [script, what, version, dir], env };
  await runTool(supervisor, command, { observe, limitMs: STALLED_AFTER_MS });
}

function sizeOf(dir: string): number {
  try {
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
    return files.reduce((sum, file) => sum + (statSync(join(dir, file), { throwIfNoEntry: false })?.size ?? 0), 0);
  } catch {
    return 0;
  }
}
