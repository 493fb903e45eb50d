import type { CreateJob } from '../../../shared/contracts/job.schema';
import type { SchedulePreviewQuery } from '../../../shared/contracts/schedule.schema';
import { forecastCase } from '../../../shared/domain/planning/forecast-case';
import { planCase } from '../../../shared/domain/planning/plan-case';
import { findCampaign } from '../campaigns/handlers';
import type { ApiDeps } from '../deps';
import { checkJob, newJob } from '../jobs/create-job';
import type { ApiRequest, Reply } from '../routing/route';
import { planMessage, scheduleResponse } from './presenter';

/** Variants and jitter are drawn from a job's id: a preview has this one, so that asked again it says the same. */
const previewId = 'job_preview';

/** When a job would be called if it were created now, or at the instant that is given. Refused as its creation would be; stores nothing. */
export async function previewSchedule(
  { body, orgId, params, query }: ApiRequest<'campaignID', CreateJob, SchedulePreviewQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const key = { orgId, campaignId: params.campaignID };
  const campaign = await findCampaign(key, deps);
  await checkJob(body, campaign.Config);
  const nowMs = query.now_ms ?? deps.nowMs();
  const job = newJob(body, { ...key, id: previewId }, nowMs);
  const jobCase = await deps.store.jobCases.draft(job, campaign, nowMs);
  const plan = planCase(jobCase, nowMs);
  const assumption = { outcome: query.assume, count: query.attempts };
  const State = plan.kind === 'call' ? ('scheduled' as const) : ('failed' as const);
  return {
    status: 200,
    body: scheduleResponse({ ID: null, State }, [], {
      plan,
      message: planMessage(plan),
      assumption,
      forecast: forecastCase(jobCase, nowMs, assumption),
    }),
  };
}
