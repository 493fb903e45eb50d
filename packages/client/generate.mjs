// Writes src/schema.ts, the types of the API, from its document; with --stdout prints them instead. `npm run openapi` runs it too.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const document = new URL('../../docs/openapi.json', import.meta.url);
const target = new URL('./src/schema.ts', import.meta.url);

const types = astToString(
  await openapiTS(JSON.parse(readFileSync(document, 'utf8')), {
    emptyObjectsUnknown: true,
    // What has a default need not be given.
    defaultNonNullable: false,
  }),
);
const content = `// Made from docs/openapi.json by \`npm run openapi\`; not to be changed by hand.\n${types}`;
if (process.argv.includes('--stdout')) process.stdout.write(content);
else writeFileSync(target, content);
