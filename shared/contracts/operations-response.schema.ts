import { z } from 'zod';
import { technicalFailures } from '../domain/call/call';
import { endedDetails } from '../domain/call/line';
import { trunkHealths } from '../domain/campaign/trunk-state';
import { count, field, ids, instant } from './field';
import { instantParameter } from './parameters';

const overdueKinds = ['job', 'delivery', 'import', 'bulk_action'] as const;

const trunkSchema = z
  .object({
    Name: field(z.string(), "The trunk, as campaigns name it: the provider, and the trunk's own name.", 'sip/main'),
    Disabled: field(z.boolean(), 'Whether its settings let it take no calls.', false),
    Health: field(
      z.enum([...trunkHealths, 'partly_down']),
      'Whether it answers. `partly_down`: some workers, and others not. `unknown`: it is not asked, or has never answered.',
      'up',
    ),
    Calls: count('Calls on it, at the last reports; absent if its provider does not count them.', 12).optional(),
    MaxConcurrentCalls: count('Calls at once that it takes; absent without a limit.', 60).optional(),
    MaxCallsPerMinute: count('Calls a minute that it takes; absent without a limit.', 120).optional(),
    Workers: count('Workers that may place calls on it.', 3),
  })
  .meta({ id: 'Trunk', description: 'A line on which the workers place calls.' });

export const trunkListSchema = z
  .object({ Trunks: field(z.array(trunkSchema), 'Trunks, those that are tried first before the others.') })
  .meta({ id: 'Trunks', description: 'The trunks of the deployment.' });
export type TrunkListBody = z.output<typeof trunkListSchema>;

const overdueItemSchema = z
  .object({
    Kind: field(z.enum(overdueKinds), 'What it is.', 'job'),
    ID: field(z.string(), 'Its id.', 'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
    OrgID: ids.org,
    CampaignID: ids.campaign,
    State: field(z.string(), 'Its state.', 'scheduled'),
    DueAt: instant('When it should have made progress.'),
    Sweeps: count('How often the sweeper has taken it up since its last progress.', 2),
  })
  .meta({ id: 'OverdueItem', description: 'Work that has not made progress in time.' });

export const overdueSchema = z
  .object({
    Overdue: field(z.array(overdueItemSchema), 'Up to 100 of each kind, most overdue first.'),
  })
  .meta({ id: 'Overdue', description: 'Overdue work of the deployment.' });
export type OverdueBody = z.output<typeof overdueSchema>;

export const failuresQuerySchema = z.strictObject({
  from: field(
    instantParameter,
    'Calls that ended since then: RFC 3339, or unix milliseconds; the last 24 hours if absent.',
    '2026-11-21T00:00:00Z',
  ).optional(),
});
export type FailuresQuery = z.output<typeof failuresQuerySchema>;

const failureGroupSchema = z
  .object({
    Failure: field(z.enum(technicalFailures), 'What failed.', 'provider_refused'),
    EndedDetail: field(z.enum(endedDetails), 'More precisely.', 'line_failed').optional(),
    Trunk: field(z.string(), 'The trunk.', 'sip/main').optional(),
    SipCode: field(z.int(), 'The final SIP status.', 503).optional(),
    Q850: field(z.int(), 'The cause by ITU-T Q.850.', 38).optional(),
    ProviderCode: field(z.string(), "The provider's own code.", '13224').optional(),
    Calls: count('Calls that failed in this way.', 12),
    FirstAt: instant('When the first of them ended.'),
    LastAt: instant('When the last of them ended.'),
    CampaignIDs: field(z.array(z.string()), 'Their campaigns.', ['campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e']),
    Latest: field(z.object({ CallID: ids.call, JobID: ids.job, CampaignID: ids.campaign }), 'The latest of the calls.'),
  })
  .meta({ id: 'FailureGroup', description: 'Calls that failed alike.' });

export const failuresSchema = z
  .object({
    From: instant('Calls that ended since then were looked at.'),
    Complete: field(z.boolean(), '`false` if there were more: only the latest 1,000 are grouped.', true),
    Failures: field(z.array(failureGroupSchema), 'The groups, most calls first.'),
  })
  .meta({ id: 'Failures', description: 'Technical failures of calls, grouped.' });
export type FailuresBody = z.output<typeof failuresSchema>;
