import { Option, type Command } from 'commander';
import type { EndedWork } from '../../../../shared/adapters/mongo/restored-work';
import type { HeldJob, HeldJobFilter } from '../../../../shared/adapters/mongo/jobs/restore-holds';
import { parseInstant, parseOrganizationId, withExamples } from '../../arguments';
import { exitCodes, type ExitCode } from '../../exit-codes';
import { UsageError } from '../../failures';
import { escapeControls, formatInstant, type Column } from '../../output';
import type { Action, LocalSession } from '../../session';

const columns: readonly Column<HeldJob>[] = [
  ['ID', ({ ID }) => ID],
  ['FOUND', ({ RestoreHold }) => RestoreHold.Found],
  ['CALLED', ({ RestoreHold }) => formatInstant(RestoreHold.AttemptMS)],
  ['STATE', ({ State }) => State],
  ['NEXT CALL', ({ NextCallMS }) => formatInstant(NextCallMS)],
  ['CAMPAIGN', ({ CampaignID }) => CampaignID],
  ['ORGANIZATION', ({ OrgID }) => OrgID],
];

interface FilterFlags {
  organization?: string;
  ofCampaign?: string;
  found?: 'unknown' | 'attempt';
}

const toFilter = ({ organization, ofCampaign, found }: FilterFlags): HeldJobFilter => ({
  orgId: organization,
  campaignId: ofCampaign,
  found,
});
const hasCondition = (flags: FilterFlags): boolean =>
  Object.values(toFilter(flags)).some((value) => value !== undefined);

const withFilter = (command: Command): Command =>
  command
    .option('--organization <id>', 'only jobs of this organization', parseOrganizationId)
    .option('--of-campaign <id>', 'only jobs of this campaign')
    .addOption(
      new Option('--found <what>', 'only jobs that were called since the backup, or of which it is not known').choices([
        'attempt',
        'unknown',
      ]),
    );

const formatEnded = (works: readonly EndedWork[], done: string): string[] =>
  works.map(
    ({ ID, OrgID, CampaignID, Done }) =>
      `Ended ${ID} of campaign ${CampaignID}, organization ${OrgID}: ${Done} ${done} were done at the backup.`,
  );

/** Database code loads only when a command runs. */
const loadRestored = () => import('./restored.ts');

async function hold(session: LocalSession, flags: { from?: Date; force?: true }): Promise<void> {
  if (flags.from === undefined) throw new UsageError('Pass the instant of the backup: --from 2027-01-04T03:00:00Z.');
  const { holdRestored } = await loadRestored();
  const result = await holdRestored(session, {
    fromMs: flags.from.getTime(),
    force: flags.force === true,
    onProgress: (compared) => session.stderr.write(`${compared} jobs compared\n`),
  });
  const { EndedImports, EndedRedials, Held, Released, Attempted, Unknown } = result;
  session.show(
    result,
    [
      ...formatEnded(EndedImports, 'rows'),
      ...formatEnded(EndedRedials, 'jobs'),
      `${Held} unfinished jobs were held.`,
      `${Released} were not called since the backup, and are released.`,
      `${Attempted} were called since, and ${Unknown} may have been: they stay held.`,
      'Look at them with outdial admin restored list. Then release or cancel them.\n',
    ].join('\n'),
  );
}

interface ReleaseFlags extends FilterFlags {
  all?: true;
}

async function release(session: LocalSession, ids: string[], { all, ...flags }: ReleaseFlags): Promise<ExitCode> {
  const byFilter = all === true || hasCondition(flags);
  if (byFilter === ids.length > 0)
    throw new UsageError('Name jobs, or pass --all, --organization, --of-campaign or --found.');
  const { releaseRestored } = await loadRestored();
  const result = await releaseRestored(session, { ids, filter: byFilter ? toFilter(flags) : undefined });
  const notHeld = result.NotHeld.map((id) => `${escapeControls(id)} is not held.\n`).join('');
  session.show(result, `${notHeld}${result.Released} jobs are released.\n`);
  return result.NotHeld.length > 0 ? exitCodes.failed : exitCodes.done;
}

/** `outdial admin restored …` */
export function addRestored(admin: Command, action: Action<LocalSession>): void {
  const restored = admin
    .command('restored')
    .description(
      'After a database was restored: end running imports and redials, and hold every job that may have been called since the backup. Run it before the workers start.',
    )
    .option('--from <instant>', 'when the backup was made, with a UTC offset', parseInstant)
    .option('--force', 'also while workers run')
    .action(action((session, flags: { from?: Date; force?: true }) => hold(session, flags)));
  withExamples(restored, 'admin restored --from 2027-01-04T03:00:00Z', 'admin restored list');
  const list = withFilter(restored.command('list'))
    .description('List the held jobs, and whether Temporal knows of a call since the backup.')
    .action(
      action(async (session, flags: FilterFlags) => {
        const { listRestored } = await loadRestored();
        await listRestored(session, toFilter(flags), (jobs) => session.list(jobs, columns));
      }),
    );
  withExamples(list, 'admin restored list --found attempt');
  const command = withFilter(restored.command('release [job-ids...]'))
    .description(
      'Release held jobs: they are called by their rules, also if their contacts were called since the backup.',
    )
    .option('--all', 'release every held job')
    .action(action((session, ids: string[], flags: ReleaseFlags) => release(session, ids, flags)));
  withExamples(
    command,
    'admin restored release job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    'admin restored release --of-campaign campaign_demo --found unknown',
  );
}
