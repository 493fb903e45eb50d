import type { FailureGroup, OverdueItem, Trunk } from '@outdial/client';
import type { Command } from 'commander';
import { omitUndefined, parseInstant, withExamples } from '../arguments';
import { formatInstant, formatTable, type Column } from '../output';
import type { Action } from '../session';

const numberOf = (count: number | undefined): string => (count === undefined ? '' : String(count));

const trunkColumns: readonly Column<Trunk>[] = [
  ['NAME', ({ Name }) => Name],
  ['HEALTH', ({ Health, Disabled }) => (Disabled ? 'disabled' : Health)],
  ['CALLS', ({ Calls }) => numberOf(Calls)],
  ['AT ONCE', ({ MaxConcurrentCalls }) => numberOf(MaxConcurrentCalls)],
  ['A MINUTE', ({ MaxCallsPerMinute }) => numberOf(MaxCallsPerMinute)],
  ['WORKERS', ({ Workers }) => String(Workers)],
];

const overdueColumns: readonly Column<OverdueItem>[] = [
  ['KIND', ({ Kind }) => Kind],
  ['ID', ({ ID }) => ID],
  ['STATE', ({ State }) => State],
  ['DUE', ({ DueAt }) => formatInstant(DueAt)],
  ['SWEEPS', ({ Sweeps }) => String(Sweeps)],
  ['ORGANIZATION', ({ OrgID }) => OrgID],
];

const failureColumns: readonly Column<FailureGroup>[] = [
  ['CALLS', ({ Calls }) => String(Calls)],
  ['FAILURE', ({ Failure }) => Failure],
  ['DETAIL', ({ EndedDetail }) => EndedDetail ?? ''],
  ['TRUNK', ({ Trunk: trunk }) => trunk ?? ''],
  ['SIP', ({ SipCode }) => numberOf(SipCode)],
  ['Q.850', ({ Q850 }) => numberOf(Q850)],
  ['LAST', ({ LastAt }) => formatInstant(LastAt)],
  ['LATEST JOB', ({ Latest }) => Latest.JobID],
];

/** `outdial operations …` */
export function addOperations(program: Command, action: Action): void {
  const operations = program
    .command('operations')
    .description('See trunks, overdue work and failures. The key needs the scope service:read.');
  withExamples(operations, 'operations trunks', 'operations failures --from 2026-11-21T00:00:00Z');
  const trunks = operations
    .command('trunks')
    .description('List the trunks of the deployment: whether they answer, their calls and limits.')
    .action(
      action(async (session) => {
        await session.list(await session.client.operations.trunks({ signal: session.signal }), trunkColumns);
      }),
    );
  withExamples(trunks, 'operations trunks --json');
  const overdue = operations
    .command('overdue')
    .description('List work of the deployment that has not made progress in time.')
    .action(
      action(async (session) => {
        await session.list(await session.client.operations.overdue({ signal: session.signal }), overdueColumns);
      }),
    );
  withExamples(overdue, 'operations overdue');
  const failures = operations
    .command('failures')
    .description('Group the calls of the organization that failed technically.')
    .option('--from <instant>', 'calls that ended since then; the last 24 hours by default', parseInstant)
    .action(
      action(async (session, { from }: { from?: Date }) => {
        const found = await session.client.operations.failures(omitUndefined({ from }), { signal: session.signal });
        session.show(found, formatTable(found.Failures, failureColumns));
      }),
    );
  withExamples(failures, 'operations failures --from 2026-11-21T00:00:00Z');
}
