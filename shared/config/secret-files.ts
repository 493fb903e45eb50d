import { readFileSync } from 'node:fs';

/** The settings that are secrets. Each can be given as the path of a file in `<NAME>_FILE`, which other processes cannot read as they can an environment. */
export const secretSettings = [
  'MONGODB_URI',
  'TEMPORAL_API_KEY',
  'OUTDIAL_MASTER_KEY',
  'OUTDIAL_PREVIOUS_MASTER_KEYS',
  'OUTDIAL_BOOTSTRAP_KEY',
  'TWILIO_AUTH_TOKEN',
  'ASTERISK_PASSWORD',
  'ANALYSIS_OPENAI_API_KEY',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** @returns `undefined` if the setting is unset, or a sentence about what is wrong with it */
function readSecret(env: Environment, name: string): { value: string } | { problem: string } | undefined {
  const path = env[`${name}_FILE`];
  if (path === undefined || path === '') return undefined;
  if (env[name] !== undefined && env[name] !== '')
    return { problem: `${name}_FILE: Cannot be combined with ${name}: unset one of the two.` };
  try {
    return { value: readFileSync(path, 'utf8').trim() };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it failed';
    return { problem: `${name}_FILE: The file cannot be read (${code}).` };
  }
}

/**
 * Replaces each `<NAME>_FILE` of a secret by the content of its file, without the space around it. The file is read once.
 * @returns the environment, and what is wrong with it: one sentence for each file, which never contains a value
 */
export function readSecretFiles(env: Environment): { env: Environment; problems: string[] } {
  const read = secretSettings.flatMap((name) => {
    const secret = readSecret(env, name);
    return secret === undefined ? [] : [{ name, ...secret }];
  });
  const values = read.flatMap((secret) => ('value' in secret ? [[secret.name, secret.value] as const] : []));
  const problems = read.flatMap((secret) => ('problem' in secret ? [secret.problem] : []));
  return { env: { ...env, ...Object.fromEntries(values) }, problems };
}
