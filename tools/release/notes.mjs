// `node tools/release/notes.mjs 1.2.3` prints the notes of a version, for its release page. The text of CHANGELOG.md wraps at any column,
// and release pages keep line breaks, so the lines of a paragraph are joined.
import { readFileSync } from 'node:fs';

const [version] = process.argv.slice(2);
const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
const start = changelog.indexOf(`\n## ${version} - `);
if (version === undefined || start === -1) {
  console.error(`CHANGELOG.md has no notes of ${version}.`);
  process.exit(1);
}
const [, ...lines] = changelog.slice(start + 1).split('\n');
const end = lines.findIndex((line) => line.startsWith('## '));
const text = lines.slice(0, end === -1 ? lines.length : end).join('\n');
console.log(text.replace(/([^\n])\n {0,2}(?=[^\s\-#|>])/g, '$1 ').trim());
