import type { FieldProblem } from '../field-problem';

/**
 * What the operator of the deployment allows an organization. Only the operator changes it, never a key of the
 * organization. An absent part allows everything.
 */
export interface OrganizationPolicy {
  TestJobs?: TestJobPolicy | undefined;
}

/** Test jobs are neither encrypted nor redacted. */
export interface TestJobPolicy {
  Allowed: boolean;
  /** E.164 numbers: test jobs may call these only. Absent: any number. */
  Numbers?: readonly string[] | undefined;
}

export const defaultTestJobPolicy: TestJobPolicy = { Allowed: true };

/** The fields of a job that the policy decides on. */
interface PolicedFields {
  ContactPhoneNumber: string;
  TestJob?: boolean | undefined;
}

/** Validates a job against its organization's policy. */
export function findPolicyProblems(
  { ContactPhoneNumber, TestJob }: PolicedFields,
  policy: OrganizationPolicy | undefined,
): FieldProblem[] {
  if (TestJob !== true) return [];
  const { Allowed, Numbers } = policy?.TestJobs ?? defaultTestJobPolicy;
  if (!Allowed) {
    return [{ pointer: '/TestJob', detail: 'The operator of this service does not allow test jobs.' }];
  }
  if (Numbers?.includes(ContactPhoneNumber) ?? true) return [];
  return [
    { pointer: '/ContactPhoneNumber', detail: 'The operator of this service does not allow test jobs to this number.' },
  ];
}
