#!/usr/bin/env node
// The `outdial` command of a checkout. It runs a bundle of the sources, and makes it anew whenever one of them has changed: that takes a moment,
// and to load every source would take seconds.
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction, constants } from 'node:vm';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = join(root, 'node_modules/.cache/outdial/outdial.js');

/** When a file or a folder was last changed in any way. No tool sets this time back, unlike that of a file's content. */
const changedMs = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.ctimeMs;

/** The first line of the bundle says what it was made from. @returns the bundle, if none of that has changed */
function readFresh() {
  try {
    const code = readFileSync(file, 'utf8');
    const madeFrom = JSON.parse(code.slice('//'.length, code.indexOf('\n')));
    return Object.entries(madeFrom).every(([path, ms]) => changedMs(path) === ms) ? code : undefined;
  } catch {
    // It was never made.
    return undefined;
  }
}

/** Bundles the sources, and keeps the bundle if they did not change in that time. */
async function bundle() {
  const { bundleCommandLine, replaceFile } = await import('../../tools/build/programs.mjs');
  const startedMs = Date.now();
  const { code, inputs } = await bundleCommandLine(file, relative(dirname(file), root));
  // A new file in a folder may take the place of another.
  const paths = new Set([
    ...inputs,
    ...inputs.map((path) => dirname(path)),
    'tsconfig.json',
    'tools/build/programs.mjs',
  ]);
  const madeFrom = [...paths].map((path) => [path, changedMs(path)]);
  if (madeFrom.every(([, ms]) => ms < startedMs - 1_000)) {
    try {
      replaceFile(file, `//${JSON.stringify(Object.fromEntries(madeFrom))}\n${code}`);
    } catch {
      // Where nothing can be written, each run makes its own.
    }
  }
  return code;
}

const run = compileFunction(
  readFresh() ?? (await bundle()),
  ['require', 'module', 'exports', '__filename', '__dirname'],
  {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  },
);
const module = { exports: {} };
run(createRequire(file), module, module.exports, file, dirname(file));
