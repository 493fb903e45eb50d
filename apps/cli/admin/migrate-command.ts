import type { Command } from 'commander';
import { parseDuration, withExamples } from '../arguments';
import type { Action, LocalSession } from '../session';
import type { MigrateFlags } from './migrate';

const defaultTimeoutMs = 3_600_000;
const plural = (count: number): string => `${count} ${count === 1 ? 'index' : 'indexes'}`;

/** Database code loads only when the command runs. */
async function runMigration(session: LocalSession, flags: MigrateFlags): Promise<void> {
  const { describeChange, migrateDatabase } = await import('./migrate.ts');
  const { changes, retired } = await migrateDatabase(session, flags, (change) => {
    session.stderr.write(`${describeChange(change)} …\n`);
  });
  const lines = flags.dryRun === true ? changes.map(describeChange) : [];
  if (changes.length === 0) lines.push('The database is up to date.');
  else lines.push(`${plural(changes.length)} ${flags.dryRun === true ? 'would change' : 'changed'}.`);
  if (retired.length > 0)
    lines.push(
      `${plural(retired.length)} of earlier versions can be dropped with --drop-retired, once no process of those versions runs:`,
      ...retired.map(({ collection, index }) => `  ${collection}.${index}`),
    );
  const shown = { Changes: changes.map(describeChange), Retired: retired.map(describeChange) };
  session.show(shown, `${lines.join('\n')}\n`);
}

/** `outdial admin migrate`, which `npm run migrate` runs too. */
export function addMigrate(admin: Command, action: Action<LocalSession>): void {
  const command = admin
    .command('migrate')
    .description('Create the indexes that this version needs. Run it before the processes of a new version start.')
    .option('--dry-run', 'list what would change, and change nothing')
    .option('--drop-retired', 'also drop the indexes that only earlier versions need')
    .option('--timeout <duration>', 'give up after this time; 1h by default', parseDuration, defaultTimeoutMs)
    .action(action((session, flags: MigrateFlags) => runMigration(session, flags)));
  withExamples(command, 'admin migrate --dry-run', 'admin migrate', 'admin migrate --drop-retired --timeout 4h');
}
