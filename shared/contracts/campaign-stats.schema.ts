import { z } from 'zod';
import { readableJobStates } from '../domain/job/state';
import { circuitBreakerSchema } from './circuit-breaker.schema';
import { count, field, ids, instant } from './field';

type ShownState = (typeof readableJobStates)[number];
const counts = Object.fromEntries(
  readableJobStates.map((state) => [state, count(`Jobs that are \`${state}\`.`, 12)]),
) as Record<ShownState, ReturnType<typeof count>>;
const stateCountsSchema = z
  .object(counts)
  .meta({ id: 'StateCounts', description: 'Number of jobs in each state; 0 for states without jobs.' });

export const campaignStatsSchema = z
  .object({
    CampaignID: ids.campaign,
    CountedAt: instant('When the jobs were counted.'),
    Jobs: count('All jobs except test jobs.', 1250),
    JobsByState: field(stateCountsSchema, 'Number of these jobs in each state.'),
    TestJobs: count('Test jobs.', 4),
    TestJobsByState: field(stateCountsSchema, 'Number of test jobs in each state.'),
    CircuitBreaker: field(circuitBreakerSchema, 'Its circuit breaker; absent if it is disabled.').optional(),
  })
  .meta({ id: 'CampaignStats', description: 'The jobs of a campaign, counted by state.' });
export type CampaignStatsBody = z.output<typeof campaignStatsSchema>;
