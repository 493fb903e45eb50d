import type { z } from 'zod';

/** Some settings are missing or wrong; the message lists all of them, one a line. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Parses the environment once. An empty variable counts as unset.
 * @throws {SettingsError} naming every problem, not the first alone; values are never repeated, they may be secrets
 */
export function loadSettings<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv = process.env,
): z.infer<Schema> {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return `  ${name}: ${variables[name] === undefined ? 'is required.' : issue.message}`;
  });
  throw new SettingsError(`The settings are not usable:\n${problems.join('\n')}\nSee .env.example.`);
}
