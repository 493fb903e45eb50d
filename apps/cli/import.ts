import { loadSettings, SettingsError } from '../../shared/config/load';
import { importCommandSettingsSchema } from '../../shared/contracts/import-command.schema';
import { RefusedError } from './api';
import { importCommand, usage, UsageError } from './arguments';
import { importFile } from './import-file';

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const command = importCommand(args, loadSettings(importCommandSettingsSchema));
  process.exitCode = await importFile(command, process.stdout);
}

main().catch((error: unknown) => {
  const known = error instanceof RefusedError || error instanceof SettingsError || error instanceof UsageError;
  process.stderr.write(`${known ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  if (error instanceof UsageError) process.stderr.write(`\n${usage}\n`);
  process.exitCode = 1;
});
