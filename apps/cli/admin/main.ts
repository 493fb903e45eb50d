import { createMongo } from '../../../shared/adapters/mongo/client';
import { loadSettings, SettingsError } from '../../../shared/config/load';
import { keysSettingsSchema } from '../../../shared/config/settings.schema';
import { parseCommand, usageText, UsageError } from './arguments';
import { runCommand } from './api-keys';

/** `npm run keys`: 0 done, 1 it could not be done, 2 it was asked for wrongly. */
async function main(): Promise<number> {
  const command = parseCommand(process.argv.slice(2));
  if (command === 'help') {
    process.stdout.write(`${usageText}\n`);
    return 0;
  }
  const mongo = createMongo(loadSettings(keysSettingsSchema));
  try {
    process.stdout.write(`${await runCommand(command, mongo, Date.now())}\n`);
    return 0;
  } finally {
    await mongo.close();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const wrong = error instanceof UsageError;
    const known = wrong || error instanceof SettingsError;
    process.stderr.write(`${known || error instanceof Error ? error.message : String(error)}\n`);
    if (wrong) process.stderr.write(`\n${usageText}\n`);
    process.exitCode = wrong ? 2 : 1;
  },
);
