import { execFileSync } from 'node:child_process';

/** Test files that `npm test` runs only when their subject has changed, since they take long and prove nothing about the rest. */
export interface HeavySuite {
  /** How their paths below `tests/` begin. */
  tests: string;
  /** How the paths of their subject begin, from the root of the repository. */
  subject: readonly string[];
}

/** Each invariant of ARCHITECTURE.md keeps a test that kills for it in every run: `tests/README.md` lists them. */
export const heavySuites: readonly HeavySuite[] = [];

/** The suites whose subject and whose tests no changed file belongs to. */
export const suitesToSkip = (suites: readonly HeavySuite[], changed: readonly string[]): HeavySuite[] =>
  suites.filter(({ tests, subject }) => {
    const prefixes = [`tests/${tests}`, ...subject];
    return !changed.some((path) => prefixes.some((prefix) => path.startsWith(prefix)));
  });

/**
 * The files that this checkout changes, from the root: those that are not committed, and those since the commit in
 * OUTDIAL_TEST_CHANGED_SINCE; without it, since the branch left the one that it was cloned from, or in the last commit where it has not left
 * it. None where there is no git.
 */
export function changedFiles(root: string, env: NodeJS.ProcessEnv = process.env): string[] {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
  try {
    const since = env['OUTDIAL_TEST_CHANGED_SINCE'] || baseOf(git);
    return [
      ...lines(git('ls-files', '--others', '--exclude-standard')),
      ...lines(git('diff', '--name-only', '--no-renames', since)),
    ];
  } catch {
    return [];
  }
}

function baseOf(git: (...args: string[]) => string): string {
  try {
    const base = git('merge-base', 'HEAD', 'origin/HEAD');
    if (base !== git('rev-parse', 'HEAD')) return base;
  } catch {
    // A checkout without a remote.
  }
  return git('rev-parse', 'HEAD~1');
}
