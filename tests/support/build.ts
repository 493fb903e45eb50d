import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** The programs as production runs them: bundles, with the workflows bundled ahead. */
export interface Build {
  /** Takes the place of `dist`. */
  folder: string;
  /** The bundle of the workflows. */
  bundle: string;
  remove: () => void;
}

/** Builds what `npm run build` builds, in a folder of its own, so that no test ever runs a stale `dist`. */
export async function buildPrograms(): Promise<Build> {
  const parent = mkdtempSync(join(tmpdir(), 'outdial-build-'));
  const folder = join(parent, 'dist');
  // The programs find the packages that are not in their bundles from where they lie.
  symlinkSync(join(root, 'node_modules'), join(parent, 'node_modules'));
  const remove = (): void => rmSync(parent, { recursive: true, force: true });
  try {
    await run([join(root, 'tools/build/main.mjs'), folder]);
    return { folder, bundle: join(folder, 'workflow-bundle.js'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

let own: Promise<string> | undefined;

/** The folder of the build: the one that this run has made before, else one that is made now and removed when this process ends. */
export const builtFolder = (): Promise<string> => {
  const shared = process.env['OUTDIAL_TEST_BUILD'];
  if (shared !== undefined) return Promise.resolve(shared);
  return (own ??= buildPrograms().then(({ folder, remove }) => {
    process.once('exit', remove);
    return folder;
  }));
};

/** What `npm run start:<name>` passes to node. */
function startArguments(name: 'api' | 'worker'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return (scripts[`start:${name}`] ?? '').split(' ').slice(1);
}

/** The options of node that production runs a program with. */
export const nodeOptionsOf = (name: 'api' | 'worker'): string[] =>
  startArguments(name).filter((argument) => argument.startsWith('--'));

/** The arguments of `npm run start:<name>`, with the build in the place of `dist`. */
export async function programArguments(name: 'api' | 'worker'): Promise<string[]> {
  const folder = await builtFolder();
  return startArguments(name).map((argument) =>
    argument.startsWith('dist/') ? join(folder, argument.slice('dist/'.length)) : argument,
  );
}

/** Runs node to its end. @throws with everything it printed when it fails */
const run = (args: string[]): Promise<void> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => printed.push(String(text)));
    child.once('error', fail);
    child.once('exit', (code) => {
      if (code === 0) done();
      else fail(new Error(`${args.join(' ')} exited with ${String(code)}:\n${printed.join('')}`));
    });
  });
