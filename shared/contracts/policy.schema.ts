import { z } from 'zod';
import { deniableNumberTypes } from '../domain/organization/numbers';
import { defaultPolicy, type Policy, type PolicyLimit } from '../domain/organization/policy';
import { isCountry } from './country';
import { count, field } from './field';
import { e164 } from './primitives';

/** Test jobs to more numbers than this need no list. */
const maxTestNumbers = 100;

export const testJobPolicySchema = z
  .strictObject({
    Allowed: field(z.boolean(), 'Whether test jobs may be created and called.', true),
    Numbers: field(
      z.array(e164).min(1).max(maxTestNumbers),
      'The only numbers that test jobs may call. Absent: any number.',
      ['+14155550123'],
    ).optional(),
  })
  .meta({ id: 'TestJobPolicy', description: 'Which test jobs are allowed. They are neither encrypted nor redacted.' });

export const countriesSchema = z.array(z.string().refine(isCountry, 'Expected ISO 3166-1 codes such as "FI".')).min(1);
export const numberTypesSchema = z.array(z.enum(deniableNumberTypes));

/** The policy of organizations for which nothing else is set. */
export const policyDefaults = defaultPolicy;

/** The largest value of each limit. */
export const policyLimitBounds = {
  MaxConcurrentCalls: 10_000,
  MaxCallsPerMinute: 60_000,
  MaxCallsPerDay: 100_000_000,
  MaxOpenJobs: 100_000_000,
  MaxJobsPerImport: 10_000_000,
  MaxAttemptsPerNumberPerDay: 1_000,
  MaxCallsPerJob: 1_000_000,
  MinRetryDelaySeconds: 86_400,
} as const satisfies Record<PolicyLimit, number>;

const limit = (description: string, example: number) => count(`${description} 0 means no limit.`, example);

export const policySchema = z
  .object({
    TestJobs: field(testJobPolicySchema, 'Which test jobs are allowed.'),
    Countries: field(
      z.array(z.string()),
      'ISO 3166-1 alpha-2 codes of the only countries that may be called. Absent: all countries.',
      ['FI', 'SE'],
    ).optional(),
    DeniedNumberTypes: field(
      z.array(z.enum(deniableNumberTypes)),
      'Types of numbers that may not be called. Emergency numbers and short codes never are.',
      ['premium_rate', 'shared_cost', 'international_network', 'unassigned'],
    ),
    MaxConcurrentCalls: limit('Calls of the organization at once.', 100),
    MaxCallsPerMinute: limit('Calls of the organization in any minute.', 600),
    MaxCallsPerDay: limit('Calls of the organization in a day from 00:00 UTC.', 10_000),
    MaxOpenJobs: limit('Jobs of the organization that have not ended.', 250_000),
    MaxJobsPerImport: limit('Rows of one bulk file.', 100_000),
    MaxAttemptsPerNumberPerDay: limit('Attempts to one number in any 24 hours, over all jobs of the organization.', 10),
    MaxCallsPerJob: limit('Attempts of one job, whatever its MaxTotalCalls.', 100),
    MinRetryDelaySeconds: count('Seconds from the end of a call to the next one of its job, at least.', 60),
  })
  .meta({
    id: 'OrganizationPolicy',
    description: 'What the operator of the service allows the organization. No API key can change it.',
  });
export type PolicyBody = z.output<typeof policySchema>;

/** A policy as the API shows it. */
export const toPolicyBody = ({ Countries, DeniedNumberTypes, TestJobs, ...limits }: Policy): PolicyBody => ({
  ...limits,
  TestJobs: { Allowed: TestJobs.Allowed, ...(TestJobs.Numbers && { Numbers: [...TestJobs.Numbers] }) },
  ...(Countries === 'all' ? {} : { Countries: [...Countries] }),
  DeniedNumberTypes: [...DeniedNumberTypes],
});
