import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { changedFiles, heavySuites, suitesToSkip } from '../../suites';

const root = resolve(__dirname, '../../..');
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

describe('the suites that npm test leaves out', () => {
  it('are run when their subject or they themselves change', () => {
    const suites = [{ tests: 'component/dev/embedded-', subject: ['tools/dev-stack/embedded-mongo'] }];
    const skipped = (...changed: string[]) => suitesToSkip(suites, changed).length;
    expect(skipped()).toBe(1);
    expect(skipped('tools/dev-stack/main.ts', 'tests/component/dev/suites.test.ts')).toBe(1);
    expect(skipped('README.md', 'tools/dev-stack/embedded-mongo/IdIndex.java')).toBe(0);
    expect(skipped('tests/component/dev/embedded-mongo.test.ts')).toBe(0);
  });

  it('exist, and so do their subjects', () => {
    const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' });
    expect(heavySuites.filter(({ tests }) => !files.some((file) => file.startsWith(tests)))).toEqual([]);
    expect(heavySuites.flatMap(({ subject }) => subject).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('keep out no invariant: a test that kills for each is in every run', () => {
    const invariants = [...read('ARCHITECTURE.md').matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => number);
    const rows = [...read('tests/README.md').matchAll(/^\| +(\d+) +\|.*$/gm)].map(([line, number]) => ({
      number,
      files: [...line.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = '']) => file),
    }));
    expect(rows.map(({ number }) => number)).toEqual(invariants);
    for (const { number, files } of rows) {
      const inEveryRun = files.filter((file) => !heavySuites.some(({ tests }) => file.startsWith(tests)));
      expect({ number, files: inEveryRun.length > 0 }).toEqual({ number, files: true });
      expect(files.filter((file) => !existsSync(join(root, 'tests', file)))).toEqual([]);
    }
  });
});

describe('the changed files of a checkout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outdial-changed-'));
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd, stdio: 'pipe' });
  const write = (cwd: string, path: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), path);
  };
  const commit = (cwd: string, path: string) => {
    write(cwd, path);
    git(cwd, 'add', '-A');
    git(cwd, 'commit', '-qm', path);
  };
  const origin = join(folder, 'origin');
  const clone = join(folder, 'clone');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are those of the last commit in a clone that has not left its branch', () => {
    mkdirSync(origin);
    git(origin, 'init', '-q');
    commit(origin, 'first');
    commit(origin, 'shared/second');
    git(folder, 'clone', '-q', origin, clone);
    expect(changedFiles(clone, {})).toEqual(['shared/second']);
  });

  it('are those since the branch left, with those that are not committed', () => {
    git(clone, 'checkout', '-qb', 'own');
    commit(clone, 'apps/third');
    commit(clone, 'apps/fourth');
    write(clone, 'tools/new');
    write(clone, 'first-changed');
    expect(changedFiles(clone, {}).sort()).toEqual(['apps/fourth', 'apps/third', 'first-changed', 'tools/new']);
  });

  it('are those since a commit that is named', () => {
    expect(changedFiles(clone, { OUTDIAL_TEST_CHANGED_SINCE: 'HEAD~1' }).sort()).toEqual([
      'apps/fourth',
      'first-changed',
      'tools/new',
    ]);
  });

  it('are unknown where there is no repository, which adds no suite', () => {
    const bare = join(folder, 'bare');
    mkdirSync(bare);
    expect(changedFiles(bare, {})).toEqual([]);
  });
});
