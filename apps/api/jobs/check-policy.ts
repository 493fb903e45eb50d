import type { CreateJob } from '../../../shared/contracts/job.schema';
import { findPolicyProblems } from '../../../shared/domain/organization/policy';
import type { ApiDeps } from '../http/deps';
import { invalidBody } from '../http/problem';

/** Validates a job against the operator's policy for its organization. @throws {ProblemError} that points at the field */
export async function checkPolicy(body: CreateJob, orgId: string, { store }: Pick<ApiDeps, 'store'>): Promise<void> {
  if (body.TestJob !== true) return;
  const problems = findPolicyProblems(body, (await store.organizations.find(orgId))?.Policy);
  if (problems.length > 0) throw invalidBody(problems);
}
