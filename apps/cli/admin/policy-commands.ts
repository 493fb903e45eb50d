import type { Command } from 'commander';
import type { Policy } from '../../../shared/domain/organization/policy';
import { withExamples } from '../arguments';
import { formatDetails } from '../output';
import type { Action, LocalSession } from '../session';
import type { PolicyFlags } from './policy';

/** Database code loads only when an admin command runs: the other commands call the API and start faster without it. */
const loadPolicy = () => import('./policy.ts');

interface Flags {
  organization: string;
}

const describeTestJobs = ({ Allowed, Numbers }: Policy['TestJobs']): string =>
  Allowed ? (Numbers === undefined ? 'to any number' : `to ${Numbers.join(', ')} only`) : 'none';

const describePolicy = ({ TestJobs, Countries, DeniedNumberTypes, ...limits }: Policy): string =>
  formatDetails({
    TestJobs: describeTestJobs(TestJobs),
    Countries: Countries === 'all' ? Countries : Countries.join(', '),
    DeniedNumberTypes: DeniedNumberTypes.length === 0 ? 'none' : DeniedNumberTypes.join(', '),
    ...Object.fromEntries(
      Object.entries(limits).map(([name, value]) => [name, value === 0 ? 'no limit' : String(value)]),
    ),
  });

/** Every part that `policy set` changes. The names of the flags are those of the fields. */
const parts: readonly [flag: string, description: string][] = [
  ['--test-jobs <which>', '"all", "none", or the only numbers to allow, separated by commas'],
  ['--countries <codes>', '"all", or the ISO 3166-1 codes of the only countries to call, separated by commas'],
  ['--denied-number-types <types>', '"none", or types such as premium_rate, separated by commas'],
  ['--max-concurrent-calls <count>', 'calls at once; 0 means no limit, here and below'],
  ['--max-calls-per-minute <count>', 'calls in any minute'],
  ['--max-calls-per-day <count>', 'calls in a day from 00:00 UTC'],
  ['--max-open-jobs <count>', 'jobs that have not ended'],
  ['--max-jobs-per-import <count>', 'rows of one bulk file'],
  ['--max-attempts-per-number-per-day <count>', 'attempts to one number in any 24 hours'],
  ['--max-calls-per-job <count>', 'attempts of one job'],
  ['--min-retry-delay-seconds <seconds>', 'seconds between two calls of one job'],
];

/** `maxCallsPerDay` → `MaxCallsPerDay` */
const toPart = (flag: string): string => flag.charAt(0).toUpperCase() + flag.slice(1);

/** `outdial admin policy …` */
export function addPolicy(
  admin: Command,
  action: Action<LocalSession>,
  withOrganization: (command: Command) => Command,
): void {
  const policy = admin.command('policy').description('What an organization may do. Its API keys cannot change it.');
  withExamples(policy, 'admin policy get');
  const get = withOrganization(policy.command('get'))
    .description(
      'Show the policy of an organization. Parts that are not set are the POLICY_ settings of this environment.',
    )
    .action(
      action(async (session, { organization }: Flags) => {
        const { withPolicy } = await loadPolicy();
        const found = await withPolicy(session, organization, (it) => it.get());
        session.show(found, describePolicy(found));
      }),
    );
  withExamples(get, 'admin policy get --organization org_default');
  const set = withOrganization(policy.command('set')).description(
    'Change parts of the policy of an organization. It applies at once, to waiting jobs too. The value "default" returns a part to the setting of the deployment.',
  );
  for (const [flag, description] of parts) set.option(flag, description);
  set.action(
    action(async (session, { organization, ...flags }: Flags & Record<string, string>) => {
      const { withPolicy } = await loadPolicy();
      const given = Object.entries(flags).map(([flag, value]) => [toPart(flag), value]);
      const change = Object.fromEntries(given) as PolicyFlags;
      const changed = await withPolicy(session, organization, (it) => it.set(change));
      session.show(changed, describePolicy(changed));
    }),
  );
  withExamples(
    set,
    'admin policy set --test-jobs +14155550123,+14155550124',
    'admin policy set --countries FI,SE,EE --max-concurrent-calls 20 --max-calls-per-day 2000',
    'admin policy set --max-calls-per-day default',
  );
}
