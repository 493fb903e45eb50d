#!/usr/bin/env node
// The `outdial` command of a checkout: runs the sources as they are, so that nothing has to be built first.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/cjs/api';

// Where the sources say what `@outdial/client` is; the command may be called from any folder.
process.env.TSX_TSCONFIG_PATH ??= fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
register();
createRequire(import.meta.url)('./outdial.ts');
