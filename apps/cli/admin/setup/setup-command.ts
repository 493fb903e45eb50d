import type { Command } from 'commander';
import { parseDuration, withExamples } from '../../arguments';
import { exitCodes, type ExitCode } from '../../exit-codes';
import { escapeControls } from '../../output';
import type { Action, LocalSession } from '../../session';
import type { SetupFlags } from './setup';

const defaults = { wait: 60_000, timeout: 3_600_000, retention: 3 * 86_400_000 } as const;

/** Database code loads only when the command runs. */
async function runSetup(session: LocalSession, flags: SetupFlags): Promise<ExitCode> {
  const [{ setUp }, { readSettings }, { setupSettingsSchema }] = await Promise.all([
    import('./setup.ts'),
    import('../database.ts'),
    import('../../../../shared/config/settings.schema.ts'),
  ]);
  const result = await setUp(readSettings(setupSettingsSchema, session.env), flags, {
    signal: session.signal,
    onStep: ({ Step, Result, Detail }) =>
      session.stderr.write(`${Result.padEnd(9)}  ${Step}: ${escapeControls(Detail)}\n`),
  });
  const { Key } = result;
  const text = Key === undefined ? '' : `${Key.KeyID}\n${Key.Key}\nStore the key safely: it is shown only once.\n`;
  session.show(result, text);
  return result.Steps.some(({ Result }) => Result === 'attention') ? exitCodes.failed : exitCodes.done;
}

/** `outdial admin setup` */
export function addSetup(admin: Command, action: Action<LocalSession>): void {
  const command = admin
    .command('setup')
    .description(
      'Prepare MongoDB and Temporal for a deployment: indexes, namespace, search attributes, organization. It can be repeated, also by several at once. Exits with 1 if something is left to an operator.',
    )
    .option('--wait <duration>', 'how long to wait for the servers; 60s by default', parseDuration, defaults.wait)
    .option('--timeout <duration>', 'how long the indexes may take; 1h by default', parseDuration, defaults.timeout)
    .option(
      '--retention <duration>',
      'how long a namespace that is created keeps closed workflows; 3d by default',
      parseDuration,
      defaults.retention,
    )
    .option('--key-name <name>', 'create an API key and print it, if the organization has none')
    .action(action((session, flags: SetupFlags) => runSetup(session, flags)));
  withExamples(command, 'admin setup', 'admin setup --wait 5m --key-name "First key"');
}
