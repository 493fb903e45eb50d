import type { ChangeOrganization, UpdateJob } from '@outdial/client';
import type { Command } from 'commander';
import { omitUndefined, readBody, withExamples } from '../arguments';
import type { Action } from '../session';

const exampleJob = 'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';

/** `outdial jobs update` */
export function addJobUpdate(jobs: Command, action: Action): void {
  const update = jobs
    .command('update <job>')
    .description('Update the Data, Metadata, Constraints or Priority of a job: given fields are replaced.')
    .requiredOption('--body <file>', 'the fields as JSON, "-" for standard input')
    .action(
      action(async (session, id: string, { body: file }: { body: string }) => {
        const body = (await readBody(file, session)) as UpdateJob;
        session.show(await session.client.jobs.update(session.campaign(), id, body, { signal: session.signal }));
      }),
    );
  withExamples(update, `jobs update ${exampleJob} --body changes.json`);
}

/** `outdial calls stop` */
export function addCallStop(calls: Command, action: Action): void {
  const stop = calls
    .command('stop <call>')
    .description('Hang up a call that is in progress. What follows is decided by the retry rules.')
    .option('--reason <text>', 'why, for the record of the call')
    .action(
      action(async (session, callID: string, { reason }: { reason?: string }) => {
        const path = { campaignID: session.campaign(), jobID: jobOf(callID), callID };
        session.show(
          await session.client.calls.stop(path, omitUndefined({ Reason: reason }), { signal: session.signal }),
        );
      }),
    );
  withExamples(stop, `calls stop call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1 --reason "Wrong script"`);
}

/** The id of a call names its job. */
const jobOf = (callID: string): string => callID.replace(/^call_/, 'job_').replace(/_\d+$/, '');

/** `outdial organization …` */
export function addOrganization(program: Command, action: Action): void {
  const organization = program.command('organization').description('See and change the organization of the key.');
  withExamples(organization, 'organization get');
  const get = organization
    .command('get')
    .description('Show the organization: its state, limits and policy.')
    .action(action(async ({ client, signal, show }) => show(await client.organization.get({ signal }))));
  withExamples(get, 'organization get --json');
  const update = organization
    .command('update')
    .description('Change the organization: given fields are replaced, null removes a field.')
    .requiredOption('--body <file>', 'the fields as JSON, "-" for standard input')
    .action(
      action(async (session, { body: file }: { body: string }) => {
        const body = (await readBody(file, session)) as ChangeOrganization;
        session.show(await session.client.organization.update(body, { signal: session.signal }));
      }),
    );
  withExamples(update, 'organization update --body changes.json');
}
