import type { AgentCall, ConnectedAgent } from '../../shared/adapters/voice-agent/voice-agent';
import { AgentRefusedError } from '../../shared/domain/call/agent-errors';
import { callId, type CallSummary } from '../../shared/domain/call/call-record';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import type { Trunk } from '../../shared/domain/campaign/trunk';
import type { Job } from '../../shared/domain/job/job';
import { agentRetryMs } from '../../shared/domain/call/agent-refusals';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';
import { checkCircuitBreaker } from './circuit-breaker';
import { closeFailedCall } from './close-failed-call';

/** A contact who answers must not hear silence. */
const speechless =
  'The scripted agent speaks on the simulated network only: the campaign needs an Agent with a URL, or another Trunk.';

interface Attempt {
  call: CallSummary;
  context: JobContext;
}

/** What the record of a call holds for an agent that runs elsewhere. */
export function toAgentFields(
  { agent }: Pick<ActivityDeps, 'agent'>,
  job: Job,
  { Agent = {} }: CampaignConfig,
): Pick<CallSummary, 'CallSid'> {
  const CallSid = agent.callSidOf?.({ agent: Agent, callId: callId(job.ID, job.CallCount + 1) });
  return CallSid === undefined ? {} : { CallSid };
}

/** What an agent learns of the call that it joins. */
export const toAgentCall = ({ call, context }: Attempt): AgentCall => {
  const { job, campaign, overrides } = context;
  return {
    jobId: job.ID,
    callId: call.ID,
    data: job.Data ?? {},
    metadata: job.Metadata ?? {},
    agent: campaign.Agent ?? {},
    ...(overrides.SST === undefined ? {} : { speechToText: overrides.SST }),
    ...(job.ContactName === undefined ? {} : { contactName: job.ContactName }),
    ...(job.PreviousCallsSummary === undefined ? {} : { previousCallsSummary: job.PreviousCallsSummary }),
  };
};

/**
 * Connects the agent of a call, if it runs elsewhere, before the phone rings: a contact never hears the silence of an agent
 * that is unavailable. Whatever goes wrong, nothing has rung.
 */
export async function connectAgent(
  { agent }: Pick<ActivityDeps, 'agent'>,
  attempt: Attempt & { callerId: string; trunks: readonly Trunk[] },
): Promise<ConnectedAgent | AgentRefusedError | undefined> {
  const { context, callerId, trunks } = attempt;
  const needsText = agent.needsText?.(context.campaign.Agent ?? {}) === true;
  if (needsText && trunks.some(({ speaksText }) => speaksText === false)) return new AgentRefusedError(speechless);
  const { OrgID: orgId, PhoneNumber: to } = context.job;
  try {
    return await agent.connect?.({ ...toAgentCall(attempt), orgId, from: callerId, to });
  } catch (error) {
    if (error instanceof AgentRefusedError) return error;
    return new AgentRefusedError('The voice agent could not be connected.', { cause: error });
  }
}

/**
 * Closes a call that its agent did not take. The attempt does not count, and the job waits longer each time. After several
 * refusals in a row it counts as an attempt that failed on our side, and the retry rules decide. Either way the campaign's
 * circuit breaker counts it.
 * @returns the closed record if the attempt counts
 */
export async function refuseCall(
  deps: ActivityDeps,
  { call, context }: Attempt,
  refusal: AgentRefusedError,
): Promise<CallSummary | 'postponed' | undefined> {
  const nowMs = await deps.clock.nowMs();
  const waitMs = agentRetryMs(context.calls, context.job.ID);
  const facts = { callId: call.ID, jobId: call.JobID, waitMs, ...errorFacts(refusal.cause ?? refusal) };
  deps.logger.warn(facts, 'call.agent_refused');
  const failed = { error: refusal.message, failure: 'assistant_refused' } as const;
  if (waitMs === undefined) return closeFailedCall(deps, call, failed);
  await closeFailedCall(deps, call, { ...failed, postponedUntilMs: nowMs + waitMs });
  await checkCircuitBreaker(deps, call.CampaignID);
  return 'postponed';
}
