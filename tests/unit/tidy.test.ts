import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jobStates } from '../../shared/domain/job/state';

const root = resolve(__dirname, '../..');
const productFolders = ['apps', 'packages', 'workflows', 'activities', 'shared'];
/** Built, or made from the API's document. */
const made = /workflow-bundle|^packages\/[^/]+\/(dist|node_modules)\/|^packages\/client\/src\/schema\.ts$/;
const maxLines = 250;

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = (folders: readonly string[]): string[] =>
  folders.flatMap(filesIn).filter((file) => /\.(ts|mjs|cjs)$/.test(file) && !made.test(file));

describe('the house is tidy', () => {
  it('has no file that is too long to be read in one go', () => {
    const long = sources(productFolders).filter((file) => read(file).split('\n').length > maxLines + 1);
    expect(long).toEqual([]);
  });

  it('leaves nothing to be done in a comment', () => {
    const others = sources([...productFolders, 'tests', 'bench']).filter((file) => file !== 'tests/unit/tidy.test.ts');
    expect(others.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(read(file)))).toEqual([]);
  });

  it('exports and documents every workflow', () => {
    const files = filesIn('workflows').filter((file) => file.endsWith('.workflow.ts'));
    expect(files.length).toBeGreaterThan(0);
    const index = read('workflows/index.ts');
    for (const file of files) {
      const noun = /([^/]+)\.workflow\.ts$/.exec(file)?.[1] ?? '';
      const name = /export async function (\w+Workflow)\b/.exec(read(file))?.[1];
      expect({ file, exported: name !== undefined && index.includes(`{ ${name} }`) }).toEqual({ file, exported: true });
      const page = `docs/workflows/${noun}.md`;
      expect({ page, there: existsSync(join(root, page)) }).toEqual({ page, there: true });
      for (const part of [`# ${name}`, 'Why durable', '| id', '```mermaid'])
        expect({ page, part, there: read(page).includes(part) }).toEqual({ page, part, there: true });
    }
  });

  it('documents every state that a job can be in', () => {
    const page = read('docs/workflows/job.md');
    expect(jobStates.filter((state) => !new RegExp(`^\\| \`${state}\` +\\|`, 'm').test(page))).toEqual([]);
  });

  it('lists every decision', () => {
    const index = read('docs/decisions/README.md');
    const decisions = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d{4}-/.test(file));
    expect(decisions.filter((file) => !index.includes(`(${file})`))).toEqual([]);
  });

  it('says in every main folder what lives there and how to add one', () => {
    const inside = ['apps', 'packages']
      .flatMap((room) => readdirSync(join(root, room)).map((name) => `${room}/${name}`))
      .filter((path) => statSync(join(root, path)).isDirectory());
    const folders = ['workflows', 'activities', 'shared', 'tests', ...inside];
    expect(folders.filter((folder) => !existsSync(join(root, folder, 'README.md')))).toEqual([]);
  });
});
