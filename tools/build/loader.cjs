'use strict';
// The program by this name: it runs the bundle beside it. V8 need not compile what the build has compiled, if it is the same V8; if not, it
// does, and nothing else changes.
const { existsSync, readFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { constants, Script } = require('node:vm');

const bundle = module.filename.replace(/\.js$/, '.bundle.js');
// The build has made it ASCII, and has ended it with its hash: V8 itself compares no more than its length with what it has compiled.
const code = readFileSync(bundle, 'latin1');
const cache = `${bundle}.${code.slice(-32)}.cache`;
const script = new Script(wrap(code), {
  filename: bundle,
  cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
script.runInThisContext()(exports, require, module, bundle, module.path);
