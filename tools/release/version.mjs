// `npm run release:version -- 1.2.3` gives every part of the product this version and dates the notes; without a version, it takes that of
// @outdial/client, which changesets set. `--check` only compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const number = '\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+)?';
const own = `(?<=^ {2}"version": ")${number}(?=")`;
const client = `(?<="@outdial/client": ")${number}(?=")`;

/** Where the version stands: a file, and what it looks like there. Every match is replaced. */
const places = [
  ['package.json', own],
  ['packages/client/package.json', own],
  ...['apps/cli', 'apps/console', 'examples/receive-webhooks', 'examples/import-csv'].flatMap((folder) => [
    [`${folder}/package.json`, own],
    [`${folder}/package.json`, client],
  ]),
  ['package-lock.json', `(?<=^ {2}"version": ")${number}(?=")`],
  ['package-lock.json', `(?<="": \\{\\n {6}"name": "outdial",\\n {6}"version": ")${number}(?=")`],
  ['package-lock.json', `(?<="name": "@outdial/(?:client|cli|console)",\\n {6}"version": ")${number}(?=")`],
  ['package-lock.json', client],
  ['docs/openapi.json', `(?<=^ {4}"version": ")${number}(?=")`],
  ['deploy/helm/outdial/Chart.yaml', `(?<=^(?:version|appVersion): )${number}$`],
  ['Dockerfile', `(?<=^ARG VERSION=)${number}$`, { optional: true }],
];

const read = (file) => readFileSync(join(root, file), 'utf8');
const matcher = (pattern) => new RegExp(pattern, 'gm');
const [argument] = process.argv.slice(2);
const isCheck = argument === '--check';
const version = isCheck || argument === undefined ? JSON.parse(read('packages/client/package.json')).version : argument;
if (!new RegExp(`^${number}$`).test(version)) fail(`"${version}" is no version such as 1.2.3.`);

const problems = [];
for (const [file, pattern, { optional = false } = {}] of places) {
  if (optional && !existsSync(join(root, file))) continue;
  const text = read(file);
  const found = text.match(matcher(pattern)) ?? [];
  if (found.length === 0) problems.push(`${file} has no version where one is expected.`);
  const others = found.filter((each) => each !== version);
  if (isCheck) problems.push(...others.map((each) => `${file} has ${each}, expected ${version}.`));
  else if (others.length > 0) writeFileSync(join(root, file), text.replace(matcher(pattern), version));
}

const notes = read('CHANGELOG.md');
const hasNotes = notes.includes(`\n## ${version} - `);
if (isCheck && !hasNotes) problems.push(`CHANGELOG.md has no notes of ${version}.`);
if (!isCheck && !hasNotes) {
  if (!notes.includes('\n## Unreleased\n')) fail('CHANGELOG.md has no section "Unreleased".');
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(join(root, 'CHANGELOG.md'), notes.replace('\n## Unreleased\n', `\n## ${version} - ${today}\n`));
}
if (problems.length > 0) fail(problems.join('\n'));
console.log(`Every part has version ${version}.`);

function fail(message) {
  console.error(message);
  process.exit(1);
}
