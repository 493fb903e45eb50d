import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFile } from '../../shared/adapters/api-document';
import { createApiDocument } from './openapi/document';
import { routes } from './routes';

const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };
writeFileSync(documentFile, `${JSON.stringify(createApiDocument(routes, version), null, 2)}\n`);
