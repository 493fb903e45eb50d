import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
/** What `npm run build` copies beside the compiled code. */
const assets = ['apps/api/live/page', 'apps/api/openapi/page', 'docs/openapi.json'];

/** The programs as production runs them: compiled, with the workflows bundled ahead. */
export interface Build {
  /** Takes the place of `dist`. */
  folder: string;
  /** The bundle of the workflows. */
  bundle: string;
  remove: () => void;
}

/**
 * Compiles the programs and bundles the workflows into a folder of their own, so that no test ever runs a stale `dist`. Types are not
 * checked here: `npm run check` does that.
 */
export async function buildPrograms(): Promise<Build> {
  const parent = mkdtempSync(join(tmpdir(), 'outdial-build-'));
  const folder = join(parent, 'dist');
  mkdirSync(folder);
  // The compiled code finds its packages from where it lies.
  symlinkSync(join(root, 'node_modules'), join(parent, 'node_modules'));
  const remove = (): void => rmSync(parent, { recursive: true, force: true });
  try {
    // Loaded here alone: the test files that only start processes need no engine.
    const { bundlePath, bundleWorkflows } = await import('../../apps/worker/bundle.ts');
    const bundle = join(folder, 'apps/worker', basename(bundlePath));
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
    const [{ code }] = await Promise.all([
      bundleWorkflows(),
      run([compiler, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', folder]),
      buildConsole(join(folder, 'apps/console/dist')),
    ]);
    writeFileSync(bundle, code);
    for (const path of assets) cpSync(join(root, path), join(folder, path), { recursive: true });
    return { folder, bundle, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

const buildConsole = (folder: string): Promise<void> =>
  run([join(root, 'node_modules/vite/bin/vite.js'), 'build', 'apps/console', '--outDir', folder, '--emptyOutDir'], {
    // Jest's value would build what developers debug, several times as large.
    NODE_ENV: 'production',
  });

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
export const run = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
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
