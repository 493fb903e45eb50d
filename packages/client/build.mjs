// Writes dist/: ES modules, and CommonJS for code that uses require().
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript-native/bin/tsc', import.meta.url));
const formats = {
  esm: { type: 'module', options: [] },
  // The first run has checked the types.
  cjs: { type: 'commonjs', options: ['--module', 'commonjs', '--moduleResolution', 'bundler', '--noCheck'] },
};

rmSync(`${here}dist`, { recursive: true, force: true });
for (const [format, { type, options }] of Object.entries(formats)) {
  const out = `${here}dist/${format}`;
  mkdirSync(out, { recursive: true });
  const { status } = spawnSync(process.execPath, [tsc, '-p', here, '--outDir', out, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  writeFileSync(`${out}/package.json`, `${JSON.stringify({ type })}\n`);
}
