const { createRequire, isBuiltin } = require('node:module');
const { dirname } = require('node:path');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const requires = new Map();
/** Node's own `require` for the files of one folder. */
function requireFrom(file) {
  const folder = dirname(file);
  let found = requires.get(folder);
  if (found === undefined) requires.set(folder, (found = createRequire(`${folder}/`)));
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
 * Jest's module loader, but libraries are loaded by Node: once per process instead of once per test file, which takes longer than most
 * tests. The project's own modules and jest's stay new for each file. Needs environment.cjs: libraries and tests must share one realm.
 */
module.exports = class ProcessRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    executor.compile = (source, filename) => compile(source, filename, executor.injectedModuleParameters);
  }

  requireModuleOrMock(from, name) {
    if (isOfProject(name) || isBuiltin(name) || name === '@jest/globals' || from.includes('/node_modules/')) {
      return super.requireModuleOrMock(from, name);
    }
    return requireFrom(from)(name);
  }
};
