import { migrate } from '../../../shared/adapters/mongo/migrate';
import { compareSchema, type SchemaChange } from '../../../shared/adapters/mongo/schema';
import { databaseSettingsSchema } from '../../../shared/config/settings.schema';
import type { CliContext } from '../session';
import { withDatabase } from './database';

/** The flags of `outdial admin migrate`. */
export interface MigrateFlags {
  dryRun?: true;
  dropRetired?: true;
  /** Milliseconds. */
  timeout: number;
}

/** `create`, `replace` or `drop` of an index. */
export const describeChange = ({ kind, collection, index }: SchemaChange): string => `${kind} ${collection}.${index}`;

/**
 * Migrates the database of the environment, or only lists what a migration would change.
 * @returns the changes, and the retired indexes that stay
 */
export function migrateDatabase(
  context: Pick<CliContext, 'env' | 'signal'>,
  { dryRun, dropRetired, timeout }: MigrateFlags,
  onChange: (change: SchemaChange) => void,
): Promise<{ changes: SchemaChange[]; retired: SchemaChange[] }> {
  const drops = dropRetired === true;
  return withDatabase(context, databaseSettingsSchema, async (db) => {
    const made =
      dryRun === true
        ? []
        : await migrate(db, { dropRetired: drops, timeoutMs: timeout, signal: context.signal, onChange });
    const remaining = await compareSchema(db);
    const isRetired = ({ kind }: SchemaChange): boolean => kind === 'drop' && !drops;
    const planned = remaining.filter((change) => !isRetired(change));
    return { changes: dryRun === true ? planned : made, retired: remaining.filter(isRetired) };
  });
}
