import type { CreateJob } from '../../../shared/contracts/job.schema';
import type { SchedulePreviewQuery } from '../../../shared/contracts/schedule.schema';
import { forecastJob } from '../../../shared/domain/planning/forecast-job';
import { planJob } from '../../../shared/domain/planning/plan-job';
import { findCampaign } from '../campaigns/handlers';
import type { ApiDeps } from '../http/deps';
import { checkJob, newJob } from '../jobs/create-job';
import type { ApiRequest, Reply } from '../http/route';
import { describePlan, toScheduleResponse } from './presenter';

/** Variants and jitter are drawn from a job's id: a preview has this one, so that asked again it says the same. */
const previewId = 'job_preview';

/** When a job would be called if it were created now, or at the instant that is given. Refused as its creation would be; stores nothing. */
export async function previewSchedule(
  { body, orgId, params, query }: ApiRequest<'campaignID', CreateJob, SchedulePreviewQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const key = { orgId, campaignId: params.campaignID };
  const campaign = await findCampaign(key, deps);
  await checkJob(body, campaign.Config, deps.nowMs());
  const nowMs = query.now_ms ?? deps.nowMs();
  const job = newJob(body, { ...key, id: previewId }, nowMs);
  const context = await deps.store.jobContexts.draft(job, campaign, nowMs);
  const plan = planJob(context, nowMs);
  const assumption = { outcome: query.assume, count: query.attempts };
  const State = plan.kind === 'call' ? ('scheduled' as const) : ('failed' as const);
  return {
    status: 200,
    body: toScheduleResponse({ ID: null, State }, [], {
      plan,
      message: describePlan(plan),
      assumption,
      forecast: forecastJob(context, nowMs, assumption),
    }),
  };
}
