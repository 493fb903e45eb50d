import { newId } from '../../../shared/adapters/ids';
import { createAuditLogRepository } from '../../../shared/adapters/mongo/audit-log.repository';
import type { Mongo } from '../../../shared/adapters/mongo/client';
import { createOrganizationsRepository } from '../../../shared/adapters/mongo/organizations.repository';
import { databaseSettingsSchema } from '../../../shared/config/settings.schema';
import { testJobPolicySchema } from '../../../shared/contracts/organization.schema';
import { defaultTestJobPolicy, type TestJobPolicy } from '../../../shared/domain/organization/policy';
import { UsageError } from '../failures';
import type { CliContext } from '../session';
import { withDatabase } from './database';

/** The policy in force, with every part. */
export interface PolicyInForce {
  TestJobs: TestJobPolicy;
}

/** Opens the policy of an organization in the database of the environment. @throws {UsageError} */
export function withPolicy<Result>(
  context: Pick<CliContext, 'env' | 'signal'>,
  orgId: string,
  use: (policy: ReturnType<typeof createPolicyAdmin>) => Promise<Result>,
): Promise<Result> {
  return withDatabase(context, databaseSettingsSchema, (db) => use(createPolicyAdmin(db, orgId, Date.now())));
}

function createPolicyAdmin(db: Mongo['db'], orgId: string, nowMs: number) {
  const organizations = createOrganizationsRepository(db);
  const get = async (): Promise<PolicyInForce> => {
    const organization = await organizations.find(orgId);
    if (organization === undefined) throw new UsageError(`There is no organization ${orgId}.`);
    return { TestJobs: organization.Policy?.TestJobs ?? defaultTestJobPolicy };
  };
  return {
    get,
    /** Replaces the policy for test jobs; the audit log of the organization gets an entry first. */
    setTestJobs: async (value: string): Promise<PolicyInForce> => {
      const TestJobs = parseTestJobs(value);
      await get();
      await createAuditLogRepository(db).record({
        ID: newId('audit'),
        OrgID: orgId,
        Action: 'organization.policy_changed',
        Actor: { Kind: 'service', Name: 'outdial admin' },
        CreatedMS: nowMs,
        Details: { Fields: ['TestJobs'], Allowed: TestJobs.Allowed },
      });
      await organizations.setPolicy(orgId, 'TestJobs', TestJobs);
      return get();
    },
  };
}

/** `all`, `none`, or numbers separated by commas. @throws {UsageError} */
function parseTestJobs(value: string): TestJobPolicy {
  if (value === 'all' || value === 'none') return { Allowed: value === 'all' };
  const Numbers = value.split(',').map((number) => number.trim());
  const policy = testJobPolicySchema.safeParse({ Allowed: true, Numbers });
  if (policy.success) return policy.data;
  throw new UsageError('--test-jobs: Expected "all", "none", or up to 100 E.164 numbers separated by commas.');
}
