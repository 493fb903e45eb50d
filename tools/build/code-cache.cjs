'use strict';
// `node code-cache.cjs BUNDLE`: writes what V8 has compiled of a bundle once its modules have been loaded, for loader.cjs. Nothing of the program
// runs: this process ends before.
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname } = require('node:path');
const { constants, Script } = require('node:vm');

const [, , bundle] = process.argv;
const code = readFileSync(bundle, 'latin1');
const script = new Script(wrap(code), {
  filename: bundle,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
try {
  script.runInThisContext()(exports, createRequire(bundle), module, bundle, dirname(bundle));
} catch (error) {
  // A bundle for a thread refuses the main thread, after it has loaded its modules.
  if (!String(error).includes('from main thread')) throw error;
}
writeFileSync(`${bundle}.${code.slice(-32)}.cache`, script.createCachedData());
process.exit();
