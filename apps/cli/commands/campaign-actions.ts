import type { Campaign } from '@outdial/client';
import type { Command } from 'commander';
import { withExamples } from '../arguments';
import { escapeControls, formatDetails } from '../output';
import type { Action } from '../session';

export const dryRunHelp = 'change nothing; count how the next calls of the waiting jobs would move';

export const formatPreview = (preview: NonNullable<Campaign['DryRun']>): string => formatDetails({ ...preview });

function formatState({ ID, State, RampUntil, Stop, DryRun }: Campaign): string {
  if (DryRun !== undefined) return formatPreview(DryRun);
  const lines = [`${escapeControls(ID)} is ${State}.`];
  if (State === 'running' && RampUntil !== undefined) lines.push(`Calls that waited are spread until ${RampUntil}.`);
  if (State === 'stopped' && Stop !== undefined) lines.push(`${Stop.JobsWaiting} waiting jobs are being canceled.`);
  return `${lines.join('\n')}\n`;
}

const actions = [
  ['start', 'Start a draft: its waiting jobs are called.'],
  ['pause', 'Pause a campaign: calls are held back, running calls go on.'],
  ['resume', 'Resume a paused campaign; calls that came due are spread.'],
  ['stop', 'Stop a campaign for good: waiting jobs are canceled, new ones are refused.'],
  ['archive', 'Hide a stopped or finished campaign, or a draft, from lists.'],
] as const;

/** `campaigns start`, `pause`, `resume`, `stop`, `archive` and `duplicate`. */
export function addCampaignActions(campaigns: Command, action: Action): void {
  for (const [name, description] of actions) {
    const command = campaigns
      .command(`${name} [id]`)
      .description(description)
      .option('--dry-run', dryRunHelp)
      .action(
        action(async (session, id: string | undefined, { dryRun = false }: { dryRun?: boolean }) => {
          const options = { dryRun, signal: session.signal };
          const changed = await session.client.campaigns[name](id ?? session.campaign(), options);
          session.show(changed, formatState(changed));
        }),
      );
    withExamples(command, `campaigns ${name} campaign_demo`, `campaigns ${name} campaign_demo --dry-run`);
  }
  const duplicate = campaigns
    .command('duplicate [id]')
    .description('Create a draft with the settings of a campaign.')
    .option('--name <name>', 'the name of the copy')
    .action(
      action(async (session, id: string | undefined, { name }: { name?: string }) => {
        const body = name === undefined ? {} : { Name: name };
        const { signal } = session;
        const made = await session.client.campaigns.duplicate(id ?? session.campaign(), body, { signal });
        session.show(made, `${made.CampaignID}\n`);
      }),
    );
  withExamples(duplicate, 'campaigns duplicate campaign_demo --name "Reminders, spring"');
}
