import { z } from 'zod';
import { readableJobStates } from '../domain/job/state';
import { count, field, ids, instant } from './field';

type ShownState = (typeof readableJobStates)[number];
const counts = Object.fromEntries(
  readableJobStates.map((state) => [state, count(`Jobs that are \`${state}\`.`, 12)]),
) as Record<ShownState, ReturnType<typeof count>>;
const stateCountsSchema = z
  .object(counts)
  .meta({ id: 'StateCounts', description: 'How many jobs stand in each state; 0 where there are none.' });

export const campaignStatsSchema = z
  .object({
    CampaignID: ids.campaign,
    CountedAt: instant('When the jobs were counted.'),
    Jobs: count('All jobs but test jobs.', 1250),
    JobsByState: field(stateCountsSchema, 'How many of them stand in each state.'),
    TestJobs: count('Test jobs.', 4),
    TestJobsByState: field(stateCountsSchema, 'How many test jobs stand in each state.'),
  })
  .meta({ id: 'CampaignStats', description: 'The jobs of a campaign, counted by state.' });
export type CampaignStatsBody = z.output<typeof campaignStatsSchema>;
