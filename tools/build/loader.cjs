'use strict';
// The program by this name: it runs the bundle beside it. V8 need not compile what the build has compiled, if it is the same V8; if not, it
// does, and nothing else changes.
const { existsSync, readFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { constants, Script } = require('node:vm');

const bundle = __filename.replace(/\.js$/, '.bundle.js');
const cache = `${bundle}.cache`;
// The build has made it ASCII.
const script = new Script(wrap(readFileSync(bundle, 'latin1')), {
  filename: bundle,
  cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
script.runInThisContext()(exports, require, module, bundle, __dirname);
