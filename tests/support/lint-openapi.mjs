/** Prints what the linter has to say about the OpenAPI document named by the argument, a line each. */
import { createConfig, lint } from '@redocly/openapi-core';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'no-invalid-schema-examples': 'error',
    'no-invalid-media-type-examples': 'error',
    // A websocket's path answers with 101 alone.
    'operation-2xx-response': 'off',
    // Refusals of paths and methods that there are not belong to no operation, and are documented all the same.
    'no-unused-components': 'off',
  },
});
for (const { ruleId, message, location } of await lint({ ref: process.argv[2], config })) {
  console.log(`${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}
