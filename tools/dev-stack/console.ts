import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Supervisor } from './processes/supervisor';
import { projectRoot } from './settings';
import type { Terminal } from './terminal';

/** What the console is built from. */
const sources = ['apps/console', 'packages/client/src', 'package-lock.json'];
const built = 'apps/console/dist/index.html';
const notSources = new Set(['dist', 'node_modules']);

/** When the newest file of a folder, or a file, changed, in ms; 0 if it does not exist. */
function changedMs(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return found?.mtimeMs ?? 0;
  const inside = readdirSync(path).filter((name) => !notSources.has(name));
  return Math.max(found.mtimeMs, ...inside.map((name) => changedMs(join(path, name))));
}

/** Whether the console was never built, or its sources are newer. */
export const isConsoleStale = (root = projectRoot): boolean =>
  changedMs(join(root, built)) < Math.max(...sources.map((path) => changedMs(join(root, path))));

interface ConsoleBuild {
  supervisor: Supervisor;
  terminal: Terminal;
}

/** Builds the console if it is stale. The service starts without it if that fails: calls do not depend on it. */
export async function buildConsole({ supervisor, terminal }: ConsoleBuild): Promise<void> {
  if (!isConsoleStale()) return;
  const printed: string[] = [];
  const vite = resolve(projectRoot, 'node_modules/vite/bin/vite.js');
  const code = await terminal.runStep('Building the console', async () => {
    const build = await supervisor.start({
      command: process.execPath,
      args: [vite, 'build', 'apps/console', '--logLevel', 'error'],
      cwd: projectRoot,
      onLine: (line) => printed.push(line),
    });
    return build.exited;
  });
  if (code !== 0) terminal.print(['The console was not built:', ...printed.slice(-20)].join('\n'));
}

const ticketSchema = z.object({ URL: z.string() });

/** The address that signs a browser in once, as `GET /console/` serves it. @returns `undefined` if the API gives none */
export async function createSignInLink(api: { url: string; key: string }): Promise<string | undefined> {
  try {
    const headers = { authorization: `Bearer ${api.key}` };
    const response = await fetch(`${api.url}/sign-in-tickets`, { method: 'POST', headers });
    // The address may be another for the outside; this machine's is the one that is shown beside it.
    const { hash, pathname } = new URL(ticketSchema.parse(await response.json()).URL);
    return `${api.url}${pathname}${hash}`;
  } catch {
    return undefined;
  }
}
