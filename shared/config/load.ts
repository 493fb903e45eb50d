import type { z } from 'zod';
import { readSecretFiles } from './secret-files';

/** Settings are missing or invalid; the message lists each problem on its own line. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Parses the environment once. An empty variable counts as unset. Secrets may be in files ({@link readSecretFiles}).
 * @throws {SettingsError} naming every problem; the message never contains values, which may be secrets
 */
export function loadSettings<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv = process.env,
): z.infer<Schema> {
  const files = readSecretFiles(env);
  if (files.problems.length > 0) throw invalid(files.problems);
  const variables = Object.fromEntries(
    Object.entries(files.env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    // The path of an item of a list goes on with its index.
    const name = String(issue.path[0] ?? '');
    return `${name}: ${variables[name] === undefined ? 'is required.' : issue.message}`;
  });
  throw invalid(problems);
}

const invalid = (problems: readonly string[]): SettingsError =>
  new SettingsError(`Invalid settings:\n${problems.map((line) => `  ${line}`).join('\n')}\nSee .env.example.`);

/** A variable that a setting refers to by its name, such as a password in a file of settings. An empty one counts as unset. */
export const readReferredVariable = (name: string): string | undefined => process.env[name] || undefined;
