import { createCallQuotasRepository } from '../../../shared/adapters/mongo/call-quotas.repository';
import type { Mongo } from '../../../shared/adapters/mongo/client';
import { createReplans } from '../../../shared/adapters/mongo/jobs/replans';
import { createOrganizationsRepository } from '../../../shared/adapters/mongo/organizations.repository';
import { waitForHold } from '../../../shared/application/hold-calls';
import { toPolicy } from '../../../shared/config/policy-settings';
import { policySettingsSchema } from '../../../shared/config/settings.schema';
import {
  countriesSchema,
  numberTypesSchema,
  policyLimitBounds,
  testJobPolicySchema,
} from '../../../shared/contracts/policy.schema';
import {
  policyLimits,
  resolvePolicy,
  type OrganizationPolicy,
  type Policy,
  type PolicyLimit,
  type TestJobPolicy,
} from '../../../shared/domain/organization/policy';
import { organizationQuota, organizationScope } from '../../../shared/domain/planning/call-quotas';
import { parseList } from '../arguments';
import { UsageError } from '../failures';
import type { CliContext } from '../session';
import { recordAdminAction } from './audit';
import { withDatabase } from './database';

/** The flags of `admin policy set`, as given. */
export type PolicyFlags = { [Part in keyof Policy]?: string | undefined };

/** Opens the policy of an organization in the database of the environment. @throws {UsageError} */
export const withPolicy = <Result>(
  context: Pick<CliContext, 'env' | 'signal'>,
  orgId: string,
  use: (policy: ReturnType<typeof createPolicyAdmin>) => Promise<Result>,
): Promise<Result> =>
  withDatabase(context, policySettingsSchema, (db, settings) => use(createPolicyAdmin(db, orgId, toPolicy(settings))));

function createPolicyAdmin(db: Mongo['db'], orgId: string, defaults: Policy) {
  const organizations = createOrganizationsRepository(db);
  /** The policy in force, with the defaults of the environment. */
  const get = async (): Promise<Policy> => {
    const organization = await organizations.find(orgId);
    if (organization === undefined) throw new UsageError(`There is no organization ${orgId}.`);
    return resolvePolicy(organization.Policy, defaults);
  };
  return {
    get,
    /** Replaces the given parts and plans the waiting jobs again; the audit log of the organization gets an entry first. */
    set: async (flags: PolicyFlags): Promise<Policy> => {
      const change = parsePolicy(flags);
      await get();
      const Details = toDetails(change);
      await recordAdminAction(db, { OrgID: orgId, Action: 'organization.policy_changed', Details });
      await listRunning(db, orgId, change);
      await organizations.setPolicy(orgId, change);
      await applyLimits(db, orgId, await get());
      await createReplans(db).replanOrganization(orgId, Date.now());
      // Once more, when the calls that were placed before workers read the new limit have their records.
      if ((change.MaxConcurrentCalls ?? 0) > 0) await waitForHold();
      await listRunning(db, orgId, change);
      return get();
    },
  };
}

/** Counts the calls that run under a limit on calls at once, which may not have been there before. */
async function listRunning(
  db: Mongo['db'],
  orgId: string,
  { MaxConcurrentCalls = 0 }: OrganizationPolicy,
): Promise<void> {
  if (MaxConcurrentCalls === 0) return;
  await createCallQuotasRepository(db).listRunning(organizationScope(orgId), { OrgID: orgId }, Date.now());
}

/** Starts the turns of the queued calls over, and lets places be handed over by the new limits. */
async function applyLimits(db: Mongo['db'], orgId: string, policy: Policy): Promise<void> {
  const quotas = createCallQuotasRepository(db);
  await quotas.resetTurns(organizationScope(orgId));
  await quotas.setLimits(organizationQuota(orgId, policy));
}

/** What changed, without the numbers of test jobs. */
const toDetails = ({ TestJobs, ...parts }: OrganizationPolicy) => ({
  Fields: [...(TestJobs === undefined ? [] : ['TestJobs']), ...Object.keys(parts)],
  ...(TestJobs === undefined ? {} : { Allowed: TestJobs.Allowed }),
  ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, value ?? 'default'])),
});

/** @throws {UsageError} that names the flag */
function parsePolicy(flags: PolicyFlags): OrganizationPolicy {
  const change: Record<string, unknown> = {};
  for (const [part, value] of Object.entries(flags)) {
    if (value === undefined) continue;
    // The key must exist: a part without a value returns to the default.
    change[part] = value === 'default' ? undefined : parsers[part as keyof Policy](value);
  }
  if (Object.keys(change).length === 0) throw new UsageError('Nothing to change: pass a part of the policy.');
  return change;
}

const parsers: { [Part in keyof Policy]: (value: string) => Policy[Part] } = {
  TestJobs: parseTestJobs,
  Countries: (value) => {
    if (value === 'all') return value;
    const codes = countriesSchema.safeParse(parseList(value.toUpperCase()));
    if (codes.success) return codes.data;
    throw new UsageError('--countries: Expected "all", "default", or ISO 3166-1 codes separated by commas.');
  },
  DeniedNumberTypes: (value) => {
    const types = numberTypesSchema.safeParse(value === 'none' ? [] : parseList(value));
    if (types.success) return types.data;
    throw new UsageError(
      `--denied-number-types: Expected "none", "default", or some of ${numberTypesSchema.element.options.join(', ')}.`,
    );
  },
  ...(Object.fromEntries(policyLimits.map((name) => [name, (value: string) => parseLimit(name, value)])) as Record<
    PolicyLimit,
    (value: string) => number
  >),
};

/** `MaxCallsPerDay` → `--max-calls-per-day` */
export const flagOf = (part: keyof Policy): string =>
  `-${part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function parseLimit(name: PolicyLimit, value: string): number {
  const max = policyLimitBounds[name];
  if (/^\d{1,9}$/.test(value) && Number(value) <= max) return Number(value);
  throw new UsageError(`${flagOf(name)}: Expected "default", or a number from 0 (no limit) to ${max}.`);
}

/** `all`, `none`, or numbers separated by commas. @throws {UsageError} */
function parseTestJobs(value: string): TestJobPolicy {
  if (value === 'all' || value === 'none') return { Allowed: value === 'all' };
  const policy = testJobPolicySchema.safeParse({ Allowed: true, Numbers: parseList(value) });
  if (policy.success) return policy.data;
  throw new UsageError('--test-jobs: Expected "all", "none", or up to 100 E.164 numbers separated by commas.');
}
