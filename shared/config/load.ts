import type { z } from 'zod';

/** Settings are missing or invalid; the message lists each problem on its own line. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Parses the environment once. An empty variable counts as unset.
 * @throws {SettingsError} naming every problem; the message never contains values, which may be secrets
 */
export function loadSettings<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv = process.env,
): z.infer<Schema> {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    // The path of an item of a list goes on with its index.
    const name = String(issue.path[0] ?? '');
    return `  ${name}: ${variables[name] === undefined ? 'is required.' : issue.message}`;
  });
  throw new SettingsError(`Invalid settings:\n${problems.join('\n')}\nSee .env.example.`);
}

/** A variable that a setting refers to by its name, such as a password in a file of settings. An empty one counts as unset. */
export const readReferredVariable = (name: string): string | undefined => process.env[name] || undefined;
