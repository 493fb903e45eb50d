import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCache } from '../../../tools/dev-stack/obtain/cache';
import { resolveFirst, found, missing, type Resolution, type Source } from '../../../tools/dev-stack/obtain/resolution';
import { isVersionAtLeast, findOnPath } from '../../../tools/dev-stack/obtain/tools';

const DAY_MS = 24 * 60 * 60 * 1000;
const source = (label: string, resolution: Resolution<{ executable: string }>): Source<{ executable: string }> => ({
  label,
  resolve: () => Promise.resolve(resolution),
});

describe('resolveFirst', () => {
  it('takes the first source that has the program and names it', async () => {
    const sources = [
      source('PATH', missing('no')),
      source('cache', found({ executable: 'a' })),
      source('download', found({ executable: 'b' })),
    ];
    expect(await resolveFirst('It', sources, '')).toEqual({ executable: 'a', source: 'cache' });
  });

  it('reports the sources tried, why each failed and what to install', async () => {
    const sources = [
      source('on your PATH', missing('not there')),
      source('from Maven', missing('`mvn` is not on your PATH')),
    ];
    await expect(resolveFirst('MongoDB', sources, 'Install a JDK.')).rejects.toThrow(
      'MongoDB is not available. Tried:\n  - on your PATH: not there\n  - from Maven: `mvn` is not on your PATH\nInstall a JDK.',
    );
  });

  it('retries a recent failure when every source has failed', async () => {
    const download = {
      ...source('download', missing('failed yesterday')),
      retry: () => Promise.resolve(found({ executable: 'c' })),
    };
    const sources = [download, source('go', missing('no'))];
    expect(await resolveFirst('It', sources, '')).toEqual({ executable: 'c', source: 'download' });
  });
});

describe('the cache', () => {
  let home: string;
  let nowMs = Date.now();
  const cache = () => createCache({ XDG_CACHE_HOME: home }, () => nowMs);
  const entries = () => readdirSync(join(home, 'outdial'));

  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'outdial-cache-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('contains a program once its build is complete, and nothing of a failed build', async () => {
    const failing = cache().fill('tool-1', (dir) => {
      writeFileSync(join(dir, 'half'), '');
      return Promise.reject(new Error('interrupted'));
    });
    await expect(failing).rejects.toThrow('interrupted');
    expect(cache().folder('tool-1')).toBeUndefined();
    expect(entries()).toEqual([]);

    const folder = await cache().fill('tool-1', (dir) => {
      writeFileSync(join(dir, 'tool'), '');
      return Promise.resolve();
    });
    expect(existsSync(join(folder, 'tool'))).toBe(true);
    expect(cache().folder('tool-1')).toBe(folder);
  });

  it('allows two concurrent builds of the same program', async () => {
    const build = async (dir: string) => {
      await Promise.resolve();
      writeFileSync(join(dir, 'tool'), '');
    };
    const folders = await Promise.all([cache().fill('tool-1', build), cache().fill('tool-1', build)]);
    expect(new Set(folders).size).toBe(1);
    expect(entries()).toEqual(['tool-1']);
  });

  it('records a failed download for a day', () => {
    cache().recordFailure('mongod-8', 'no route');
    expect(cache().describeRecentFailure('mongod-8')).toContain('no route');
    nowMs += DAY_MS + 1;
    expect(cache().describeRecentFailure('mongod-8')).toBeUndefined();
  });
});

describe('tools', () => {
  it.each([
    ['temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)', true],
    ['temporal version 2.0.0 (Server 2.0.0, UI 3)', true],
    ['temporal version 1.1.0 (Server 1.25.2, UI 2)', false],
    ['something else', false],
  ])('reads the version of %s', (printed, recent) => {
    expect(isVersionAtLeast(printed, /Server (\d+\.\d+\.\d+)/, '1.29.0')).toBe(recent);
  });

  it('finds programs only on the PATH', () => {
    expect(findOnPath('node', { PATH: join(process.execPath, '..') })).toBe(process.execPath);
    expect(findOnPath('node', { PATH: '' })).toBeUndefined();
  });
});
