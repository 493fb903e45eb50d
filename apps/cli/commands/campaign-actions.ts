import type { Campaign } from '@outdial/client';
import type { Command } from 'commander';
import { withExamples } from '../arguments';
import { escapeControls, formatDetails } from '../output';
import type { Action } from '../session';

export const dryRunHelp = 'change nothing; count how the next calls of the waiting jobs would move';

export const formatPreview = (preview: NonNullable<Campaign['DryRun']>): string => formatDetails({ ...preview });

/** `open since …: 12 of 20 calls failed (provider_refused); half-open at …`, `closed`, or `disabled`. */
export function formatBreaker(breaker: Campaign['CircuitBreaker']): string {
  if (breaker === undefined) return 'disabled';
  const { State, OpenedAt, HalfOpenAt, Failures, Calls, LastError } = breaker;
  if (State === 'closed') return State;
  const why = `${Failures} of ${Calls} calls failed (${LastError})`;
  return `${State} since ${OpenedAt}: ${why}${State === 'open' ? `; probes from ${HalfOpenAt}` : ''}`;
}

function formatState({ ID, State, RampUntil, CircuitBreaker, Stop, DryRun }: Campaign): string {
  if (DryRun !== undefined) return formatPreview(DryRun);
  const lines = [`${escapeControls(ID)} is ${State}.`];
  if (State === 'running' && RampUntil !== undefined) lines.push(`Calls that waited are spread until ${RampUntil}.`);
  if (CircuitBreaker !== undefined && CircuitBreaker.State !== 'closed')
    lines.push(`Its circuit breaker is ${formatBreaker(CircuitBreaker)}.`);
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
  const reset = campaigns
    .command('reset-circuit-breaker [id]')
    .description('Close the circuit breaker of a campaign without probes; calls that waited are spread.')
    .action(
      action(async (session, id: string | undefined) => {
        const { signal } = session;
        const changed = await session.client.campaigns.resetCircuitBreaker(id ?? session.campaign(), { signal });
        session.show(
          changed,
          `The circuit breaker of ${escapeControls(changed.ID)} is ${formatBreaker(changed.CircuitBreaker)}.\n`,
        );
      }),
    );
  withExamples(reset, 'campaigns reset-circuit-breaker campaign_demo');
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
