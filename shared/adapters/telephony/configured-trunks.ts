import { readFileSync } from 'node:fs';
import { SettingsError } from '../../config/load';
import type { CallProvider } from '../../config/telephony-settings';
import type { Trunk } from '../../domain/campaign/trunk';
import { parseTrunks, toTrunk, TrunksError, withSecrets, type FindVariable, type SipTrunk } from './sip/trunk';

const invalid = (setting: string, problem: string, cause?: unknown): SettingsError =>
  new SettingsError(`Invalid settings:\n  ${setting}: ${problem}`, { cause });

/** Reads a file that a setting names. @throws {SettingsError} */
export function readSettingsFile(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw invalid(setting, `The file cannot be read (${code}).`, error);
  }
}

const setting = 'SIP_TRUNKS';

/** Reads the file `SIP_TRUNKS`. @throws {SettingsError} that names fields, and no secret */
function readTrunks<T>(path: string | undefined, parse: (json: string) => T): T {
  if (path === undefined) throw invalid(setting, 'Is required for CALL_PROVIDER=sip.');
  const json = readSettingsFile(setting, path);
  try {
    return parse(json);
  } catch (error) {
    throw error instanceof TrunksError ? invalid(setting, error.message) : error;
  }
}

/** The trunks of the file `SIP_TRUNKS`, by their own names. @throws {SettingsError} */
export const readTrunksFile = (path: string | undefined): Trunk[] => readTrunks(path, parseTrunks).map(toTrunk);

/** As {@link readTrunksFile}, with all that placing calls needs. @throws {SettingsError} also if the environment lacks a password */
export const readTrunksWithSecrets = (path: string | undefined, find: FindVariable): SipTrunk[] =>
  readTrunks(path, (json) => withSecrets(parseTrunks(json), find));

/**
 * The trunks of an installation by its settings, for a process that places no calls.
 * @throws {SettingsError}
 */
export const configuredTrunks = (settings: {
  CALL_PROVIDER: readonly CallProvider[];
  SIP_TRUNKS?: string | undefined;
}): Trunk[] =>
  settings.CALL_PROVIDER.flatMap((provider) =>
    provider === 'sip'
      ? readTrunksFile(settings.SIP_TRUNKS).map((trunk) => ({ ...trunk, name: `sip/${trunk.name}` }))
      : [{ name: provider }],
  );
