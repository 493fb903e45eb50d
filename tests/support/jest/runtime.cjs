const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, resolve } = require('node:path');
const vm = require('node:vm');
const { transformSync } = require('@swc/core');
const { default: Runtime } = require('jest-runtime');

const root = resolve(__dirname, '../../..');
/** Tests, and the modules of the console, which keep the state of a page. */
const loadedAnew = [`${root}/tests/`, `${root}/apps/console/`];

let prepared = false;
/**
 * Node's `require` takes TypeScript, as jest's does, and finds the packages of this repository as jest.config.cjs says. A loader for `.ts`
 * may be there already: where two projects run in one process, jest leaves one of its own behind, which compiles nothing.
 */
function prepareNode({ moduleNameMapper, swc }) {
  if (prepared) return;
  prepared = true;
  Module._extensions['.ts'] = (module, filename) => {
    const options = { ...swc, filename, sourceMaps: 'inline', swcrc: false };
    module._compile(transformSync(readFileSync(filename, 'utf8'), options).code, filename);
  };
  const resolveFilename = Module._resolveFilename;
  Module._resolveFilename = function (request, ...rest) {
    const own = moduleNameMapper.find(([pattern]) => new RegExp(pattern).test(request));
    return resolveFilename.call(this, own?.[1] ?? request, ...rest);
  };
}

const requires = new Map();
/** Node's own `require` for the files of one folder. */
function requireFrom(file) {
  const folder = dirname(file);
  let found = requires.get(folder);
  if (found === undefined) requires.set(folder, (found = Module.createRequire(`${folder}/`)));
  return found;
}
/** A module's code, compiled once per process: what V8 has optimized stays so in the next test file. Each file calls it anew. */
const compiled = new Map();
function compile(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.run;
  const run = vm.compileFunction(source, parameters, { filename });
  compiled.set(filename, { source, run });
  return run;
}
const isOfProject = (name) => name.startsWith('.') || name.startsWith('/') || name.startsWith('@outdial/');

/**
 * Jest's module loader, but libraries and the product are loaded by Node: once per process instead of once per test file, which takes longer
 * than most tests, and whose memory slows down those that follow. The product's modules keep no state (CONTRIBUTING.md); those of the tests
 * and jest's stay new for each file. Needs environment.cjs: libraries, product and tests must share one realm.
 */
module.exports = class ProcessRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    executor.compile = (source, filename) => compile(source, filename, executor.injectedModuleParameters);
    const [{ moduleNameMapper, transform }] = args;
    prepareNode({ moduleNameMapper, swc: transform[0][2] });
  }

  requireModuleOrMock(from, name) {
    if (Module.isBuiltin(name) || name === '@jest/globals' || from.includes('/node_modules/')) {
      return super.requireModuleOrMock(from, name);
    }
    const path = isOfProject(name) ? requireFrom(from).resolve(name) : name;
    if (loadedAnew.some((folder) => path.startsWith(folder))) return super.requireModuleOrMock(from, name);
    return requireFrom(from)(path);
  }
};
