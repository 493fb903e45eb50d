import type { RunningCall, RunningCallsQuery, Worker } from '@outdial/client';
import { Option, type Command } from 'commander';
import { omitUndefined, parseCount, withExamples } from '../arguments';
import { escapeControls, formatInstant, type Column } from '../output';
import type { Action } from '../session';
import { addCallStop } from './changes';

const callColumns: readonly Column<RunningCall>[] = [
  ['ID', ({ ID }) => ID],
  ['STATE', ({ State }) => State],
  ['CAMPAIGN', ({ CampaignID }) => CampaignID],
  ['NUMBER', ({ PhoneNumber }) => PhoneNumber],
  ['NAME', ({ ContactName }) => ContactName],
  ['ANSWERED', ({ ConnectedAt }) => formatInstant(ConnectedAt)],
];

/** `outdial calls …` */
export function addCalls(program: Command, action: Action): void {
  const calls = program.command('calls').description('See and stop the calls that run.');
  withExamples(calls, 'calls list');
  const list = calls
    .command('list')
    .description('List the running calls over all campaigns.')
    .addOption(new Option('--state <state>', 'only calls in this state').choices(['creating', 'active']))
    .option('--limit <count>', 'the maximum number', parseCount, 100)
    .action(
      action(async (session, flags: { state?: NonNullable<RunningCallsQuery['state']>; limit: number }) => {
        const query = omitUndefined({ state: flags.state });
        const running = session.client.calls.running(query, { signal: session.signal });
        await session.list(running, callColumns, flags.limit);
      }),
    );
  withExamples(list, 'calls list --state active');
  addCallStop(calls, action);
}

const workerColumns: readonly Column<Worker>[] = [
  ['ID', ({ ID }) => ID],
  ['STATE', ({ State }) => State],
  ['HOST', ({ Host }) => Host],
  ['VERSION', ({ Version }) => Version],
  ['QUEUES', ({ Queues }) => Queues.join(',')],
  ['CALLS', ({ Calls, CallSlots }) => `${Calls} of ${CallSlots}`],
  ['LAST REPORT', ({ LastBeatAt }) => formatInstant(LastBeatAt)],
];

/** `outdial workers …` */
export function addWorkers(program: Command, action: Action): void {
  const workers = program.command('workers').description('See the worker processes of the deployment.');
  withExamples(workers, 'workers list');
  const list = workers
    .command('list')
    .description('List the worker processes. The key needs the scope service:read.')
    .action(
      action(async (session) => {
        await session.list(await session.client.workers({ signal: session.signal }), workerColumns);
      }),
    );
  withExamples(list, 'workers list --json');
}

/** `outdial me` and `outdial sign-in-link` */
export function addSignIn(program: Command, action: Action): void {
  const me = program
    .command('me')
    .description('Show the organization, the key in use and its scopes.')
    .action(action(async ({ client, signal, show }) => show(await client.me({ signal }))));
  withExamples(me, 'me');
  const link = program
    .command('sign-in-link')
    .description('Print an address that signs one browser in to the console with this key, once, within an hour.')
    .action(
      action(async ({ client, signal, show }) => {
        const ticket = await client.sessions.createSignInTicket({ signal });
        show(ticket, `${escapeControls(ticket.URL)}\n`);
      }),
    );
  withExamples(link, 'sign-in-link');
}
