import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const root = resolve(__dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const workflows = readdirSync(join(root, '.github/workflows'));

describe('a release', () => {
  it('has one version everywhere, and notes', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const printed = execFileSync(process.execPath, [join(root, 'tools/release/version.mjs'), '--check'], {
      encoding: 'utf8',
    });
    expect(printed).toBe(`Every part has version ${version}.\n`);
    const notes = execFileSync(process.execPath, [join(root, 'tools/release/notes.mjs'), version], {
      encoding: 'utf8',
    });
    expect(notes).toMatch(/^The first release|^###/);
    expect(notes).not.toMatch(/^## /m);
  });
});

describe('the workflows', () => {
  it.each(workflows)('%s runs actions of pinned commits only, with named permissions', (name) => {
    const text = read(join('.github/workflows', name));
    const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
    expect(parse(text)).toMatchObject({ permissions: { contents: 'read' } });
    // A script of that name writes the passwords of containers; it reads no secret of the repository.
    expect(text.replaceAll('generate-secrets.sh', '')).not.toContain('secrets.');
  });

  it.each(workflows)('%s runs scripts that exist', (name) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const text = read(join('.github/workflows', name));
    const used = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
    expect(used.filter((script) => scripts[script] === undefined)).toEqual([]);
  });

  it('test the Node releases that the repository supports', () => {
    const { jobs } = parse(read('.github/workflows/ci.yml')) as {
      jobs: { test: { strategy: { matrix: { node: number[] } } } };
    };
    const [, releases = ''] = /const releases = \[([^\]]+)\]/.exec(read('tools/check-nodes.mjs')) ?? [];
    expect(jobs.test.strategy.matrix.node).toEqual(releases.split(',').map(Number));
  });
});
