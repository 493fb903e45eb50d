import { z } from 'zod';
import { countriesSchema, numberTypesSchema, policyDefaults, policyLimitBounds } from '../contracts/policy.schema';
import type { Policy, PolicyLimit } from '../domain/organization/policy';
import { list } from './list';

const limit = (name: PolicyLimit) =>
  z.coerce.number().int().min(0).max(policyLimitBounds[name]).default(policyDefaults[name]);

/** The policy of organizations for which the operator has set nothing else. */
export const policySettings = {
  POLICY_COUNTRIES: z.literal('all').or(list.pipe(countriesSchema)).default('all'),
  POLICY_DENIED_NUMBER_TYPES: z
    .literal('none')
    .transform(() => [])
    .or(list.pipe(numberTypesSchema))
    .default([...policyDefaults.DeniedNumberTypes]),
  POLICY_MAX_CONCURRENT_CALLS: limit('MaxConcurrentCalls'),
  POLICY_MAX_CALLS_PER_MINUTE: limit('MaxCallsPerMinute'),
  POLICY_MAX_CALLS_PER_DAY: limit('MaxCallsPerDay'),
  POLICY_MAX_OPEN_JOBS: limit('MaxOpenJobs'),
  POLICY_MAX_JOBS_PER_IMPORT: limit('MaxJobsPerImport'),
  POLICY_MAX_ATTEMPTS_PER_NUMBER_PER_DAY: limit('MaxAttemptsPerNumberPerDay'),
  POLICY_MAX_CALLS_PER_JOB: limit('MaxCallsPerJob'),
  POLICY_MIN_RETRY_DELAY_SECONDS: limit('MinRetryDelaySeconds'),
};
type PolicySettings = z.infer<z.ZodObject<typeof policySettings>>;

/** The default policy of a deployment. Which test jobs are allowed is decided for each organization. */
export const toPolicy = (settings: PolicySettings): Policy => ({
  TestJobs: policyDefaults.TestJobs,
  Countries: settings.POLICY_COUNTRIES,
  DeniedNumberTypes: settings.POLICY_DENIED_NUMBER_TYPES,
  MaxConcurrentCalls: settings.POLICY_MAX_CONCURRENT_CALLS,
  MaxCallsPerMinute: settings.POLICY_MAX_CALLS_PER_MINUTE,
  MaxCallsPerDay: settings.POLICY_MAX_CALLS_PER_DAY,
  MaxOpenJobs: settings.POLICY_MAX_OPEN_JOBS,
  MaxJobsPerImport: settings.POLICY_MAX_JOBS_PER_IMPORT,
  MaxAttemptsPerNumberPerDay: settings.POLICY_MAX_ATTEMPTS_PER_NUMBER_PER_DAY,
  MaxCallsPerJob: settings.POLICY_MAX_CALLS_PER_JOB,
  MinRetryDelaySeconds: settings.POLICY_MIN_RETRY_DELAY_SECONDS,
});
