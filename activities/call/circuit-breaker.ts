import { breakerAuditId } from '../../shared/domain/audit/audit';
import type { CallSummary } from '../../shared/domain/call/call-record';
import {
  breakerSettingsOf,
  decideBreaker,
  resultsToRead,
  type CircuitBreaker,
} from '../../shared/domain/campaign/circuit-breaker';
import { createRamp, maxRampJobs } from '../../shared/domain/campaign/state';
import { campaignScope } from '../../shared/domain/planning/call-quotas';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';
import { handOver, type HandOverDeps } from '../lib/hand-over';

type BreakerDeps = HandOverDeps & Pick<ActivityDeps, 'metrics'>;

const breakerOf = ({ controls }: JobContext): CircuitBreaker | undefined => controls?.campaign?.Breaker;

/** Looks at the circuit breaker after a call that failed technically, or was a probe. Other calls cost nothing. */
export async function checkAfterCall(
  deps: BreakerDeps,
  context: JobContext,
  closed: CallSummary | undefined,
): Promise<void> {
  const breaker = breakerOf(context);
  const isProbe = breaker !== undefined && breaker.ClosedMS === undefined;
  if (isProbe || closed === undefined || closed.Failure !== undefined)
    await checkCircuitBreaker(deps, context.job.CampaignID);
}

/**
 * Opens or closes a campaign's circuit breaker, if the results of its calls say so. They are read from the records of the
 * calls, so a call counts once, and a look that is lost with its worker is made up for by the next one. A failure is
 * logged: it must not keep the call from being concluded.
 */
export async function checkCircuitBreaker(deps: BreakerDeps, campaignId: string): Promise<void> {
  try {
    await check(deps, campaignId);
  } catch (error) {
    deps.logger.warn({ campaignId, ...errorFacts(error) }, 'circuit_breaker.not_checked');
  }
}

async function check(deps: BreakerDeps, campaignId: string): Promise<void> {
  const { store, clock } = deps;
  const current = await store.campaigns.findConfig(campaignId);
  if (current === undefined) return;
  const settings = breakerSettingsOf(current.config.CircuitBreaker);
  if (!settings.Enabled) return;
  const { Breaker: breaker } = current.control;
  const nowMs = await clock.nowMs();
  const query = resultsToRead(breaker, settings, nowMs);
  if (query === undefined) return;
  const results = await store.calls.listResults(campaignId, query);
  const decided = decideBreaker(breaker, { settings, results, nowMs });
  if (decided === undefined) return;
  const closes = decided.ClosedMS !== undefined;
  const next = closes ? { ...decided, RampUntilMS: await rampUntil(deps, campaignId, nowMs) } : decided;
  await recordTransition(deps, campaignId, next);
  const from = { revision: breaker?.Revision ?? 0, version: current.version };
  if (!(await store.campaigns.changeBreaker(campaignId, from, next))) return;
  const to = closes ? 'closed' : 'open';
  deps.metrics.calls.recordBreaker(to);
  const { Calls: calls, Failures: failures, LastFailure: lastFailure, HalfOpenMS } = next;
  deps.logger.warn(
    { campaignId, calls, failures, lastFailure, halfOpenAt: new Date(HalfOpenMS).toISOString() },
    closes ? 'circuit_breaker.closed' : 'circuit_breaker.opened',
  );
  // The sweeper does so, too, if this fails.
  if (closes) await handOver(deps, campaignScope(campaignId));
}

/** Until when the calls that waited are spread: as long as after a pause, but only for the jobs that wait in the queue. */
async function rampUntil(
  { store }: Pick<BreakerDeps, 'store'>,
  campaignId: string,
  nowMs: number,
): Promise<number | undefined> {
  const waiting = await store.callQuotas.countWaiting(campaignScope(campaignId), maxRampJobs);
  return createRamp(waiting, nowMs)?.UntilMS;
}

/** Writes the audit log before the transition is made. Of several workers that find the same one, one writes an entry. */
async function recordTransition(
  { store, clock }: BreakerDeps,
  campaignId: string,
  next: CircuitBreaker,
): Promise<void> {
  const OrgID = await store.campaigns.findOrgId(campaignId);
  if (OrgID === undefined) return;
  const { Calls, Failures, LastFailure, HalfOpenMS } = next;
  const closes = next.ClosedMS !== undefined;
  await store.auditLog.record({
    ID: breakerAuditId(campaignId, next.Revision),
    OrgID,
    Action: closes ? 'circuit_breaker.closed' : 'circuit_breaker.opened',
    Actor: { Kind: 'service', Name: 'circuit-breaker' },
    CampaignID: campaignId,
    CreatedMS: await clock.nowMs(),
    Details: closes ? {} : { Calls, Failures, LastFailure, HalfOpenAt: new Date(HalfOpenMS).toISOString() },
  });
}
