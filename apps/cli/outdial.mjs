#!/usr/bin/env node
// The `outdial` command of a checkout. It runs the sources directly, without a build.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { register as registerRequire } from 'tsx/cjs/api';
import { register as registerImport } from 'tsx/esm/api';

// The file that maps `@outdial/client` to its sources; the command may be called from any folder.
process.env.TSX_TSCONFIG_PATH ??= fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
registerRequire();
registerImport();
createRequire(import.meta.url)('./main.ts');
