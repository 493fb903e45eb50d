// Generates src/schema.ts, the types of the API, from the OpenAPI document; --stdout prints them instead. `npm run
// openapi` runs it too.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const document = new URL('../../docs/openapi.json', import.meta.url);
const target = new URL('./src/schema.ts', import.meta.url);

const types = astToString(
  await openapiTS(JSON.parse(readFileSync(document, 'utf8')), {
    emptyObjectsUnknown: true,
    // Fields with a default are optional.
    defaultNonNullable: false,
  }),
);
const content = `// Generated from docs/openapi.json by \`npm run openapi\`. Do not edit.\n${types}`;
if (process.argv.includes('--stdout')) process.stdout.write(content);
else writeFileSync(target, content);
