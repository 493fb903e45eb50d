import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ApiProcess, Processes, TestProcess } from './processes';
import { testPort } from './ports';
import { untilPrinted } from './program';

const root = resolve(__dirname, '../..');
/** Until a version has been released: what stood before this test was written. */
const firstCommit = '6e459875';

/** The processes of an earlier version, from its sources and with today's packages. */
export interface PreviousVersion {
  /** Its tag or commit. */
  name: string;
  /** Creates the indexes that this version needs, by its own command. */
  migrate(env: NodeJS.ProcessEnv): Promise<void>;
  api(env: NodeJS.ProcessEnv): Promise<ApiProcess>;
  worker(env: NodeJS.ProcessEnv): Promise<TestProcess>;
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** `OUTDIAL_TEST_PREVIOUS`, else the last tag before this commit, else a commit of before the first release. */
function findPrevious(): string {
  const named = process.env['OUTDIAL_TEST_PREVIOUS'];
  if (named) return named;
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD^');
  } catch {
    return firstCommit;
  }
}

/** Unpacks the previous version into the folder of the test's processes. @throws if the clone lacks its commit */
export function openPreviousVersion(processes: Processes): PreviousVersion {
  const name = findPrevious();
  const folder = join(processes.folder, 'previous');
  mkdirSync(folder);
  const archive = join(processes.folder, 'previous.tar');
  git('archive', '--output', archive, name);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const node = (args: string[], env: NodeJS.ProcessEnv, ready: (printed: () => string) => Promise<unknown>) =>
    processes.program({ command: process.execPath, args: ['--import', 'tsx', ...args], env, cwd: folder }, ready);
  const untilLogged = (event: string) => (printed: () => string) => untilPrinted(printed, `"msg":"${event}"`);
  return {
    name,
    migrate: async (env) => {
      const command = await node([join(folder, 'apps/cli/outdial.mjs'), 'admin', 'migrate'], env, () =>
        Promise.resolve(),
      );
      const code = await command.exited();
      if (code !== 0) throw new Error(`The migration of ${name} failed (${code}):\n${command.output()}`);
    },
    api: async (env) => {
      const port = await testPort();
      const api = await node(
        [join(folder, 'apps/api/main.ts')],
        { ...env, PORT: String(port) },
        untilLogged('api.listening'),
      );
      return { ...api, url: `http://127.0.0.1:${port}` };
    },
    worker: (env) => node([join(folder, 'apps/worker/main.ts')], env, untilLogged('worker.started')),
  };
}
