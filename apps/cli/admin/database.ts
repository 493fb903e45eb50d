import type { z } from 'zod';
import { createMongo, type Mongo } from '../../../shared/adapters/mongo/client';
import { loadSettings, SettingsError } from '../../../shared/config/load';
import { UsageError } from '../failures';
import type { CliContext } from '../session';

/** Connects to the database of the environment, and closes the connection afterwards or on Ctrl-C. @throws {UsageError} */
export async function withDatabase<Schema extends z.ZodType<Parameters<typeof createMongo>[0]>, Result>(
  { env, signal }: Pick<CliContext, 'env' | 'signal'>,
  schema: Schema,
  use: (db: Mongo['db'], settings: z.infer<Schema>) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(schema, env);
  const mongo = createMongo(settings, { unlimited: true });
  const close = (): void => void mongo.close();
  signal.addEventListener('abort', close);
  try {
    return await use(mongo.db, settings);
  } finally {
    signal.removeEventListener('abort', close);
    await mongo.close();
  }
}

/** Reads the settings of a command from its environment. @throws {UsageError} that names every problem */
export function readSettings<Schema extends z.ZodType>(schema: Schema, env: CliContext['env']): z.infer<Schema> {
  try {
    return loadSettings(schema, env);
  } catch (error) {
    if (error instanceof SettingsError) throw new UsageError(error.message);
    throw error;
  }
}
