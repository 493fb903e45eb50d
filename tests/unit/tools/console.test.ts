import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isConsoleStale } from '../../../tools/dev-stack/console';

const root = mkdtempSync(join(tmpdir(), 'outdial-stale-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Writes a file as if at that second, with its folders. */
function write(path: string, atSeconds: number): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  for (let at = file; at !== root; at = dirname(at)) utimesSync(at, atSeconds, atSeconds);
}

it('is built again only when a source is newer than the build', () => {
  write('apps/console/src/main.tsx', 100);
  write('packages/client/src/index.ts', 100);
  expect(isConsoleStale(root)).toBe(true);
  write('apps/console/dist/index.html', 200);
  expect(isConsoleStale(root)).toBe(false);
  write('packages/client/src/client.ts', 300);
  expect(isConsoleStale(root)).toBe(true);
  write('apps/console/dist/index.html', 400);
  write('apps/console/node_modules/.vite/cache', 350);
  expect(isConsoleStale(root)).toBe(false);
  write('apps/console/src/pages/deep/page.tsx', 500);
  expect(isConsoleStale(root)).toBe(true);
});
