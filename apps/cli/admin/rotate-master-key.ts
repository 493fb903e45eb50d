import { createMongo } from '../../../shared/adapters/mongo/client';
import { rotateMasterKey } from './key-rotation';
import { loadSettings, SettingsError } from '../../../shared/config/load';
import { rotationSettingsSchema } from '../../../shared/config/settings.schema';

const progressEvery = 10_000;
const shownIds = 20;

async function main(): Promise<void> {
  const settings = loadSettings(rotationSettingsSchema);
  const mongo = createMongo(settings);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  let nextAt = progressEvery;
  try {
    const {
      examined: keys,
      rewrapped,
      conflicts: changed,
      unreadable: unopened,
    } = await rotateMasterKey(mongo.db, settings, (progress) => {
      if (progress.examined < nextAt) return;
      nextAt = progress.examined + progressEvery;
      print(`${progress.examined} keys looked at, ${progress.rewrapped} rewrapped`);
    });
    print(`Done: ${keys} keys looked at, ${rewrapped} rewrapped, ${changed} changed by somebody else meanwhile.`);
    if (unopened.length === 0) {
      if (changed > 0) print('Run this again until nothing is changed by somebody else.');
      return;
    }
    print(`${unopened.length} keys open with no master key that is set; their jobs cannot be read:`);
    for (const id of unopened.slice(0, shownIds)) print(`  ${id}`);
    process.exitCode = 2;
  } finally {
    await mongo.close();
  }
}

main().catch((error: unknown) => {
  const known = error instanceof SettingsError || (error instanceof Error && error.name === 'KeyUnwrapError');
  process.stderr.write(`${known ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
