import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { jobStates } from '../../shared/domain/job/state';
import { rejectedNames, rejectedPhrases } from './rejected-language';

const root = resolve(__dirname, '../..');
const productFolders = ['apps', 'packages', 'tools', 'workflows', 'activities', 'shared'];
const skippedFolders = /(^|\/)(node_modules|dist|histories|\.git|\.outdial|coverage)$/;
/** Generated from the code or from the API's document. */
const generated = /workflow-bundle|^packages\/client\/src\/schema\.ts$/;
/** These pages and files must name what they reject. */
const namesRejected = [
  'docs/decisions/0011-names-and-language.md',
  'docs/glossary.md',
  'tests/unit/rejected-language.ts',
  'tests/unit/tidy.test.ts',
];

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return skippedFolders.test(path) ? [] : filesIn(path);
  });
}
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = (folders: readonly string[]): string[] =>
  folders.flatMap(filesIn).filter((file) => /\.(ts|mjs|cjs|java|py)$/.test(file) && !generated.test(file));

const code = sources([...productFolders, 'tests', 'bench']);
const pages = [
  ...readdirSync(root).filter((file) => file.endsWith('.md')),
  ...['docs', ...productFolders, 'tests'].flatMap(filesIn).filter((file) => file.endsWith('.md')),
];

/** `file:line: text` of every line that matches one of the patterns. */
const linesWith = (files: readonly string[], patterns: readonly RegExp[]): string[] =>
  files
    .filter((file) => !namesRejected.includes(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) =>
          patterns.some((pattern) => pattern.test(line)) ? [`${file}:${index + 1}: ${line.trim().slice(0, 140)}`] : [],
        ),
    );

describe('the language', () => {
  it('uses no rejected phrase', () => {
    expect(linesWith([...code, ...pages, 'docs/openapi.json', '.env.example'], rejectedPhrases)).toEqual([]);
  });

  it('uses no rejected name', () => {
    expect(linesWith(code, rejectedNames)).toEqual([]);
  });

  it('lists every word that cspell rejects in the glossary', () => {
    const { flagWords } = JSON.parse(read('cspell.json')) as { flagWords: string[] };
    const glossary = read('docs/glossary.md');
    const words = flagWords.map((entry) => entry.split('->')[0] ?? entry);
    expect(words.filter((word) => !new RegExp(`[|,;] ${word}([,;]| +\\|)`).test(glossary))).toEqual([]);
  });
});

describe('the repository', () => {
  it('leaves no open task in a comment', () => {
    const others = code.filter((file) => !namesRejected.includes(file));
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
      expect({ page, exists: existsSync(join(root, page)) }).toEqual({ page, exists: true });
      for (const part of [`# ${name}`, 'Why durable', '| id', '```mermaid'])
        expect({ page, part, present: read(page).includes(part) }).toEqual({ page, part, present: true });
    }
  });

  it('documents every state of a job', () => {
    const page = read('docs/workflows/job.md');
    expect(jobStates.filter((state) => !new RegExp(`^\\| \`${state}\` +\\|`, 'm').test(page))).toEqual([]);
  });

  it('lists every decision', () => {
    const index = read('docs/decisions/README.md');
    const decisions = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d{4}-/.test(file));
    expect(decisions.filter((file) => !index.includes(`(${file})`))).toEqual([]);
  });

  it('explains in every main folder what it contains and how to add to it', () => {
    const inside = ['apps', 'packages', 'tools']
      .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
      .filter((path) => statSync(join(root, path)).isDirectory());
    const folders = ['workflows', 'activities', 'shared', 'tests', ...inside];
    expect(folders.filter((folder) => !existsSync(join(root, folder, 'README.md')))).toEqual([]);
  });

  it('links and names only files that exist', () => {
    const missing = pages.flatMap((page) => [
      ...[...linkedFiles(page), ...namedFiles(page)]
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => ({ page, path })),
      ...(isFolderReadme(page) ? missingSources(page).map((path) => ({ page, path })) : []),
    ]);
    expect(missing).toEqual([]);
  });
});

const isFolderReadme = (page: string): boolean => page.endsWith('/README.md') && !page.startsWith('docs/');

/** Targets of relative links, from the root. */
const linkedFiles = (page: string): string[] =>
  [...read(page).matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(page), target));

/** Paths in backticks that begin with a folder of the repository; placeholders and globs are no paths. */
const namedFiles = (page: string): string[] =>
  [...read(page).matchAll(/`((?:apps|packages|tools|workflows|activities|shared|tests|bench|docs)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );

/** Sources in backticks in a folder's README that are nowhere in that folder, nor in the repository. */
function missingSources(page: string): string[] {
  const inFolder = filesIn(dirname(page));
  return [...read(page).matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !inFolder.some((file) => file.endsWith(`/${name}`)) && !existsSync(join(root, name)));
}
