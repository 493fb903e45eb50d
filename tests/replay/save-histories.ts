/** Runs every course for real, or those that are named, and saves its history: `npm run histories [-- NAME…]`. To be run when a course is added, not to make a failing replay pass. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import globalSetup from '../support/global-setup';
import globalTeardown from '../support/global-teardown';
import { createInProcessEnv } from '../support/in-process-env';
import { courses } from './record';
import { toSaved } from './saved-history';

const folder = join(__dirname, 'histories');

async function main(): Promise<void> {
  await globalSetup();
  const testEnv = await createInProcessEnv({
    campaign: { RetryRules: { contact_busy: { Then: 'retry', Delays: ['1s'] } } },
  });
  mkdirSync(folder, { recursive: true });
  const named = process.argv.slice(2);
  for (const [name, run] of Object.entries(courses)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const handle = testEnv.client.workflow.getHandle(await run(testEnv));
    const saved = toSaved(await handle.fetchHistory());
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(saved, null, 2)}\n`);
    console.log(`${name}: ${saved.events.length} events`);
  }
  await testEnv.close();
  await globalTeardown();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
