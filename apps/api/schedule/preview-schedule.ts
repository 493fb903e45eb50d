import { toVersionedConfig } from '../../../shared/adapters/mongo/campaigns.repository';
import type { CreateJob } from '../../../shared/contracts/job.schema';
import type { SchedulePreviewQuery } from '../../../shared/contracts/schedule.schema';
import { findOverrideWarnings } from '../../../shared/domain/campaign/warnings';
import { newJob } from '../../../shared/domain/job/job';
import { forecastJob } from '../../../shared/domain/planning/forecast-job';
import { planJob } from '../../../shared/domain/planning/plan-job';
import { findOpenCampaign } from '../campaigns/find-open-campaign';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { runForClient } from '../http/run-for-client';
import { toWarnings } from '../http/warnings';
import { checkPolicy } from '../jobs/check-policy';
import { checkJob } from '../jobs/create-job';
import { describePlan, toScheduleResponse } from './presenter';

/** Variant and jitter are derived from the job's id: a fixed id makes previews repeatable. */
const previewId = 'job_preview';

/**
 * Previews the schedule of a job created now or at a given instant. Validates like the creation of a job; stores
 * nothing.
 */
export async function previewSchedule(
  request: ApiRequest<'campaignID', CreateJob, SchedulePreviewQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const { body, orgId, params, query, scopes } = request;
  const key = { orgId, campaignId: params.campaignID };
  const { campaign, organization } = await findOpenCampaign(key, deps);
  await checkJob(body, { campaign: campaign.Config, scopes, orgId }, deps);
  await checkPolicy(body, deps.store.policyOf(organization));
  const nowMs = query.now_ms ?? deps.nowMs();
  const job = newJob(body, { ...key, id: previewId }, nowMs);
  const context = await deps.store.jobContexts.draft(
    job,
    { campaign: toVersionedConfig(campaign), organization },
    nowMs,
  );
  const plan = planJob(context, nowMs);
  const assumption = { outcome: query.assume, count: query.attempts };
  const forecast = await runForClient(request, deps, (pace) => forecastJob(context, nowMs, assumption, pace));
  const State = plan.kind === 'never' ? ('failed' as const) : ('scheduled' as const);
  return {
    status: 200,
    body: {
      ...toScheduleResponse({ ID: null, State }, [], { plan, message: describePlan(plan), assumption, forecast }),
      ...toWarnings(findOverrideWarnings(body.Overrides, '/Overrides')),
    },
  };
}
