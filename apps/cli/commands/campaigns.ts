import type { Campaign, CreateCampaign } from '@outdial/client';
import type { Command } from 'commander';
import { readBody, omitUndefined, withExamples, parseInstant, parseList } from '../arguments';
import { UsageError } from '../failures';
import { formatDetails, formatInstant, type Column } from '../output';
import type { Action, Session } from '../session';
import { addCampaignActions, dryRunHelp, formatBreaker, formatPreview } from './campaign-actions';
import { addCampaignStats } from './campaign-stats';
import { addVersions } from './campaign-versions';

const exampleCampaign = 'campaign_demo';
const columns: readonly Column<Campaign>[] = [
  ['ID', ({ ID }) => ID],
  ['NAME', ({ Data }) => Data.Name],
  ['VERSION', ({ Version }) => Version],
  ['STATE', ({ State }) => State],
  ['BREAKER', ({ CircuitBreaker }) => CircuitBreaker?.State ?? 'disabled'],
  ['UPDATED', ({ UpdatedAt }) => formatInstant(UpdatedAt)],
];
const formatCampaign = ({ ID, Version, State, CircuitBreaker, Stop, Data, CreatedAt, UpdatedAt }: Campaign): string =>
  formatDetails({
    ID,
    Version,
    State,
    Breaker: formatBreaker(CircuitBreaker),
    ...(Stop === undefined ? {} : { Stop }),
    Created: formatInstant(CreatedAt),
    Updated: formatInstant(UpdatedAt),
    ...Data,
  });

interface BodyFlags {
  name?: string;
  callerId?: string;
  callerIds?: string[];
  startAt?: Date;
  endAt?: Date;
  body?: string;
}
const addBodyOptions = (command: Command): Command =>
  command
    .option('--name <name>', 'its name')
    .option('--caller-id <number>', 'the default caller ID')
    .option('--caller-ids <numbers>', 'further caller IDs that a job may use, separated by commas', parseList)
    .option('--start-at <instant>', 'no call is made before it, such as 2027-01-04T09:00:00Z', parseInstant)
    .option('--end-at <instant>', 'no call is made at or after it', parseInstant)
    .option('--body <file>', 'the request body as JSON, "-" for standard input; flags take precedence');

async function readCampaignBody(session: Session, flags: BodyFlags): Promise<Record<string, unknown>> {
  const fields = omitUndefined({
    Name: flags.name,
    DefaultCallerID: flags.callerId,
    CallerIDs: flags.callerIds,
    StartAt: flags.startAt?.toISOString(),
    EndAt: flags.endAt?.toISOString(),
  });
  return { ...(flags.body === undefined ? {} : await readBody(flags.body, session)), ...fields };
}

/** `outdial campaigns …` */
export function addCampaigns(program: Command, action: Action): void {
  const campaigns = program.command('campaigns').description('Manage campaigns: shared settings of jobs.');
  withExamples(campaigns, 'campaigns list');
  const create = addBodyOptions(
    campaigns
      .command('create')
      .description('Create a campaign.')
      .option('--draft', 'make no call before it is started'),
  ).action(
    action(async (session, { draft = false, ...flags }: BodyFlags & { draft?: boolean }) => {
      const body: Record<string, unknown> = {
        ...(await readCampaignBody(session, flags)),
        ...(draft ? { State: 'draft' } : {}),
      };
      if (body['Name'] === undefined) throw new UsageError('No name is given: pass --name or --body.');
      const created = await session.client.campaigns.create(body as CreateCampaign, { signal: session.signal });
      session.show(created, `${created.CampaignID}\n`);
    }),
  );
  withExamples(
    create,
    'campaigns create --name Reminders --caller-id +14155550100',
    'campaigns create --body campaign.json',
  );
  const list = campaigns
    .command('list')
    .description('List campaigns.')
    .option('--archived', 'include archived campaigns')
    .action(
      action(async (session, { archived = false }: { archived?: boolean }) => {
        const { signal } = session;
        await session.list(await session.client.campaigns.list({ archived, signal }), columns);
      }),
    );
  withExamples(list, 'campaigns list --json', 'campaigns list --archived');
  const get = campaigns
    .command('get <id>')
    .description('Show a campaign.')
    .action(
      action(async (session, id: string) => {
        const campaign = await session.client.campaigns.get(id, { signal: session.signal });
        session.show(campaign, formatCampaign(campaign));
      }),
    );
  withExamples(get, `campaigns get ${exampleCampaign} --json`);
  addUpdate(campaigns, action);
  addCampaignActions(campaigns, action);
  addVersions(campaigns, action);
  addCampaignStats(campaigns, action);
}

function addUpdate(campaigns: Command, action: Action): void {
  const update = addBodyOptions(
    campaigns.command('update <id>').description('Update a campaign: given fields are replaced, null removes a field.'),
  )
    .option('--dry-run', dryRunHelp)
    .action(
      action(async (session, id: string, { dryRun = false, ...flags }: BodyFlags & { dryRun?: boolean }) => {
        const body = await readCampaignBody(session, flags);
        if (Object.keys(body).length === 0) throw new UsageError('Nothing to update: pass a flag or --body.');
        const changed = await session.client.campaigns.update(id, body, { dryRun, signal: session.signal });
        session.show(changed, changed.DryRun === undefined ? formatCampaign(changed) : formatPreview(changed.DryRun));
      }),
    );
  withExamples(
    update,
    `campaigns update ${exampleCampaign} --name "Reminders, autumn"`,
    `campaigns update ${exampleCampaign} --body changes.json --dry-run`,
  );
}
