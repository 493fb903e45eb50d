import { loadNumberFacts } from '../../../shared/adapters/numbers/facts-of-number';
import type { CreateJob } from '../../../shared/contracts/job.schema';
import { findPolicyProblems, type Policy } from '../../../shared/domain/organization/policy';
import { invalidBody } from '../http/problem';

/** Validates a job against the policy of its organization. @throws {ProblemError} that points at the field */
export async function checkPolicy(body: CreateJob, policy: Policy): Promise<void> {
  const lookUpNumber = await loadNumberFacts();
  const problems = findPolicyProblems(body, policy, lookUpNumber(body.ContactPhoneNumber));
  if (problems.length > 0) throw invalidBody(problems);
}
