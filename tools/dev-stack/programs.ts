import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool, ToolError } from './obtain/tools';
import type { Supervisor } from './processes/supervisor';
import { projectRoot } from './settings';
import type { Terminal } from './terminal';

const folder = join(projectRoot, 'node_modules/.cache/outdial/start');

/** The options of node in `npm run start:<name>`. */
export function nodeOptionsOf(name: 'api' | 'worker'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return (scripts[`start:${name}`] ?? '').split(' ').filter((argument) => argument.startsWith('--'));
}

/** The arguments of node for a program that {@link buildPrograms} has written, with the options of `npm run start:<name>`. */
export const programArguments = (name: 'api' | 'worker'): string[] => [
  ...nodeOptionsOf(name),
  join(folder, `${name}.js`),
];

/** Bundles the API, the worker and the workflows from the sources as they are now. @throws with what the build has printed */
export async function buildPrograms({ supervisor, terminal }: Builder): Promise<void> {
  const args = [join(projectRoot, 'tools/build/start.mjs')];
  try {
    await terminal.runStep('Building the programs', () =>
      runTool(supervisor, { command: process.execPath, args, cwd: projectRoot }),
    );
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new Error(`The programs could not be built:\n${error.message}`, { cause: error });
  }
}

interface Builder {
  supervisor: Supervisor;
  terminal: Terminal;
}
