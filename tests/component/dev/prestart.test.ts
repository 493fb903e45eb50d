import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What `npm start` and `npm test` run first, in a project of its own whose npm only says that it was called. */
describe('prestart', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'outdial-prestart-'));
    mkdirSync(join(root, 'tools/dev-stack'), { recursive: true });
    mkdirSync(join(root, 'node_modules'));
    cpSync(resolve(__dirname, '../../../tools/dev-stack/prestart.mjs'), join(root, 'tools/dev-stack/prestart.mjs'));
    writeFileSync(join(root, 'npm.cjs'), "console.log('npm ' + process.argv.slice(2).join(' '));");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const wanted = {
    '': { name: 'project' },
    'node_modules/express': { version: '5.3.0', integrity: 'sha512-a' },
    'node_modules/only-for-windows': { version: '1.0.0', integrity: 'sha512-b', optional: true },
    'node_modules/@outdial/client': { resolved: 'packages/client', link: true },
    'packages/client': { version: '0.1.0' },
  };
  const express = { 'node_modules/express': { version: '5.3.0', integrity: 'sha512-a' } };
  /** @returns what was printed */
  const run = (installed: object | undefined): string => {
    const lockfile = join(root, 'package-lock.json');
    if (installed !== undefined)
      writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
    writeFileSync(lockfile, JSON.stringify({ packages: wanted }));
    // As after a clone: the lockfile is newer than the packages that were copied into it.
    const later = new Date(Date.now() + 60_000);
    utimesSync(lockfile, later, later);
    const env = { ...process.env, npm_execpath: join(root, 'npm.cjs') };
    const { stdout, status } = spawnSync(process.execPath, [join(root, 'tools/dev-stack/prestart.mjs')], {
      env,
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    return stdout;
  };

  it.each([
    ['nothing is installed', undefined],
    ['a package is missing', {}],
    ['a package has another version', { 'node_modules/express': { version: '5.2.0', integrity: 'sha512-a' } }],
    ['a package has other contents', { 'node_modules/express': { version: '5.3.0', integrity: 'sha512-c' } }],
    ['a package is not in the lockfile', { ...express, 'node_modules/left': { version: '1.0.0' } }],
  ])('installs when %s, and says before how long that takes', (_, installed) => {
    const [before, called] = run(installed).split('\n');
    expect(before).toContain('about a minute');
    expect(called).toMatch(/^npm ci /);
  });

  it('installs nothing when the installed packages are those of the lockfile, whichever file is newer', () => {
    expect(run(express)).toBe('');
  });
});
