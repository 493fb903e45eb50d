import type { ApiRequest } from '../api/request';
import { shellWord } from './command-line';

/** The request as `curl`; the key comes from the environment. */
export function asCurl({ method, url, body, shown }: ApiRequest): string {
  if (shown.curl !== undefined) return shown.curl;
  const lines = [
    `curl -sS -X ${method} ${shellWord(window.location.origin + url)}`,
    `  -H "Authorization: Bearer $OUTDIAL_API_KEY"`,
  ];
  if (method === 'POST') lines.push(`  -H 'Idempotency-Key: <a new key for each intent>'`);
  if (body !== undefined)
    lines.push(`  -H 'Content-Type: application/json'`, `  -d ${shellWord(JSON.stringify(body))}`);
  return lines.join(' \\\n');
}

/** The request by the TypeScript client. */
export const asTypeScript = ({ shown }: ApiRequest): string =>
  [
    `import { createOutdialClient } from '@outdial/client';`,
    `const outdial = createOutdialClient({ baseUrl: '${window.location.origin}', apiKey: process.env.OUTDIAL_API_KEY });`,
    `await ${shown.ts};`,
  ].join('\n');

/** A value as the TypeScript client takes it. */
export const literal = (value: unknown): string => JSON.stringify(value);
