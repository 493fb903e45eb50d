import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from './errno';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Loads the two secrets of a local run: the configured ones, else those in the data directory, created on first use. */
export function loadLocalSecrets(
  dataDir: string,
  given: { masterKey?: string | undefined; bootstrapKey?: string | undefined },
) {
  return {
    masterKey: given.masterKey ?? readOrCreate(join(dataDir, 'master.key'), () => randomBytes(32).toString('base64')),
    bootstrapKey: given.bootstrapKey ?? readOrCreate(join(dataDir, 'bootstrap.key'), newApiKey),
  };
}

function newApiKey(): string {
  return `od_${Array.from({ length: 40 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')}`;
}

function readOrCreate(file: string, create: () => string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
  const secret = create();
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  return secret;
}
