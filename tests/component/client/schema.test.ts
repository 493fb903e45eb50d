import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(__dirname, '../../../packages/client');

describe('the types of the client', () => {
  it('are the ones that `npm run openapi` generates from the current document', () => {
    const made = execFileSync(process.execPath, [resolve(root, 'generate.mjs'), '--stdout'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 25,
    });
    // Not compared by expect(): a diff of thousands of lines is of no use.
    expect(made === readFileSync(resolve(root, 'src/schema.ts'), 'utf8')).toBe(true);
  }, 60_000);
});
