import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Supervisor } from './processes/supervisor';
import { projectRoot } from './settings';
import type { Terminal } from './terminal';

const folder = join(projectRoot, 'node_modules/.cache/outdial/start');
const shownLines = 20;

/** The arguments of node for a program that {@link buildPrograms} has written, with the options of `npm run start:<name>`. */
export function programArguments(name: 'api' | 'worker'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const options = (scripts[`start:${name}`] ?? '').split(' ').filter((argument) => argument.startsWith('--'));
  return [...options, join(folder, `${name}.js`)];
}

/** Bundles the API, the worker and the workflows from the sources as they are now. @throws with what the build has printed */
export async function buildPrograms({ supervisor, terminal }: Builder): Promise<void> {
  const printed: string[] = [];
  const code = await terminal.runStep('Building the programs', async () => {
    const build = await supervisor.start({
      command: process.execPath,
      args: [resolve(projectRoot, 'tools/build/start.mjs')],
      cwd: projectRoot,
      onLine: (line) => printed.push(line),
    });
    return build.exited;
  });
  if (code !== 0) throw new Error(['The programs could not be built:', ...printed.slice(-shownLines)].join('\n'));
}

interface Builder {
  supervisor: Supervisor;
  terminal: Terminal;
}
