import type { FieldProblem } from '../field-problem';
import { describeNumberType, type DeniableNumberType, type NumberFacts } from './numbers';

/** Test jobs are neither encrypted nor redacted. */
export interface TestJobPolicy {
  Allowed: boolean;
  /** E.164 numbers: test jobs may call these only. Absent: any number. */
  Numbers?: readonly string[] | undefined;
}

/** Limits of a policy, in the order in which they are shown; 0 means no limit. */
export const policyLimits = [
  'MaxConcurrentCalls',
  'MaxCallsPerMinute',
  'MaxCallsPerDay',
  'MaxOpenJobs',
  'MaxJobsPerImport',
  'MaxAttemptsPerNumberPerDay',
  'MaxCallsPerJob',
  'MinRetryDelaySeconds',
] as const;
export type PolicyLimit = (typeof policyLimits)[number];

/** What the operator of the deployment allows an organization. Only the operator changes it, never a key. */
export interface Policy extends Record<PolicyLimit, number> {
  TestJobs: TestJobPolicy;
  /** ISO 3166-1 alpha-2 codes of the countries that may be called. */
  Countries: 'all' | readonly string[];
  DeniedNumberTypes: readonly DeniableNumberType[];
}

/** The parts of a policy that the operator has set for one organization. The defaults of the deployment fill the others. */
export type OrganizationPolicy = { [Part in keyof Policy]?: Policy[Part] | undefined };

/** Defaults that stop a stolen key and hurt no small organization: docs/policy.md. */
export const defaultPolicy: Policy = {
  TestJobs: { Allowed: true },
  Countries: 'all',
  DeniedNumberTypes: ['premium_rate', 'shared_cost', 'international_network', 'unassigned'],
  MaxConcurrentCalls: 100,
  MaxCallsPerMinute: 0,
  MaxCallsPerDay: 10_000,
  MaxOpenJobs: 250_000,
  MaxJobsPerImport: 100_000,
  MaxAttemptsPerNumberPerDay: 10,
  MaxCallsPerJob: 100,
  MinRetryDelaySeconds: 60,
};

/** A policy that allows everything but emergency numbers and short codes. */
export const openPolicy: Policy = {
  ...defaultPolicy,
  ...(Object.fromEntries(policyLimits.map((name) => [name, 0])) as Record<PolicyLimit, number>),
  DeniedNumberTypes: [],
};

/** The policy in force: what is set for the organization, and the defaults. */
export const resolvePolicy = (own: OrganizationPolicy = {}, defaults: Policy = defaultPolicy): Policy => ({
  ...defaults,
  ...(Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) as Partial<Policy>),
});

/** The fields of a job that the policy decides on. */
interface PolicedFields {
  ContactPhoneNumber: string;
  TestJob?: boolean | undefined;
}

/** Validates a job against its organization's policy. @param number what is known of its number, if it was looked up */
export function findPolicyProblems(job: PolicedFields, policy: Policy, number?: NumberFacts): FieldProblem[] {
  const refusal = number && refuseNumber(number, policy);
  return [
    ...findTestJobProblems(job, policy.TestJobs),
    ...(refusal === undefined ? [] : [{ pointer: '/ContactPhoneNumber', detail: refusal }]),
  ];
}

function findTestJobProblems(
  { ContactPhoneNumber, TestJob }: PolicedFields,
  { Allowed, Numbers }: TestJobPolicy,
): FieldProblem[] {
  if (TestJob !== true) return [];
  if (!Allowed) {
    return [{ pointer: '/TestJob', detail: 'The operator of this service does not allow test jobs.' }];
  }
  if (Numbers?.includes(ContactPhoneNumber) ?? true) return [];
  return [
    { pointer: '/ContactPhoneNumber', detail: 'The operator of this service does not allow test jobs to this number.' },
  ];
}

function refuseNumber(
  { type, country, presentSpelling }: NumberFacts,
  { Countries, DeniedNumberTypes }: Policy,
): string | undefined {
  if (type === 'special') return 'Emergency numbers and short codes cannot be called.';
  if (presentSpelling !== undefined)
    return 'Expected the number without a trunk or mobile prefix after its country code, by the present numbering plan.';
  if (type !== 'subscriber' && DeniedNumberTypes.includes(type))
    return `The operator of this service does not allow calls to ${describeNumberType(type)}.`;
  if (Countries === 'all' || (country !== undefined && Countries.includes(country))) return undefined;
  return country === undefined
    ? 'The operator of this service allows calls to some countries only; this number belongs to no single country.'
    : `The operator of this service does not allow calls to ${country}.`;
}
