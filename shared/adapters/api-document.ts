import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './project-folder';

/** The checked-in OpenAPI document, which the API serves; `npm run openapi` writes it, the build copies it. */
export const documentFile = join(projectFolder, 'docs/openapi.json');

let version: string | undefined;
/** The version of this service, which its document names. Read once: the command that writes the file starts without it. */
export function serviceVersion(): string {
  version ??= (JSON.parse(readFileSync(documentFile, 'utf8')) as { info: { version: string } }).info.version;
  return version;
}
