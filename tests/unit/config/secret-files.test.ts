import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, SettingsError } from '../../../shared/config/load';
import { secretSettings } from '../../../shared/config/secret-files';
import {
  apiSettingsSchema,
  databaseSettingsSchema,
  workerSettingsSchema,
} from '../../../shared/config/settings.schema';

const uri = 'mongodb://outdial:secret@127.0.0.1:27017';
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outdial-secrets-'));
  file = join(folder, 'uri');
});
afterEach(() => rmSync(folder, { recursive: true }));

const problemOf = (env: NodeJS.ProcessEnv): string => {
  try {
    loadSettings(databaseSettingsSchema, env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
};

describe('a secret in a file', () => {
  it('is read without the line break that editors add', () => {
    writeFileSync(file, `${uri}\n`);
    expect(loadSettings(databaseSettingsSchema, { MONGODB_URI_FILE: file }).MONGODB_URI).toBe(uri);
  });

  it('is refused beside its value, and when it cannot be read, without showing either', () => {
    writeFileSync(file, 'not-a-uri-but-secret');
    expect(problemOf({ MONGODB_URI_FILE: file, MONGODB_URI: uri })).toContain('MONGODB_URI_FILE: Cannot be combined');
    expect(problemOf({ MONGODB_URI_FILE: join(folder, 'absent') })).toContain('cannot be read (ENOENT)');
    const wrong = problemOf({ MONGODB_URI_FILE: file });
    expect(wrong).toContain('MONGODB_URI: Expected a URI');
    expect(wrong).not.toContain('secret');
  });

  it('leaves an empty name of a file unset', () => {
    expect(loadSettings(databaseSettingsSchema, { MONGODB_URI_FILE: '', MONGODB_URI: uri }).MONGODB_URI).toBe(uri);
  });

  it('is possible for every setting that is a key, a token or a password', () => {
    const names = [...Object.keys(apiSettingsSchema.shape), ...Object.keys(workerSettingsSchema.shape)];
    const secrets = names.filter((name) => /PASSWORD|TOKEN(?!S)|API_KEY|MASTER_KEYS?$|BOOTSTRAP_KEY|_URI$/.test(name));
    expect(new Set(secretSettings)).toEqual(new Set(secrets));
  });
});
