import type { CallLeg } from '../../shared/adapters/telephony/telephony';
import type { CallSummary } from '../../shared/domain/call/call-record';
import type { ActivityDeps } from '../deps';

/** How often a worker renews its lease on a call. A stop that cannot be pushed takes half of this on average. */
export const leaseRenewalIntervalMs = 2_000;
/** When a failed renewal is repeated: soon, because other workers suspect this one until the store has its renewal. */
const leaseRetryMs = 500;
/**
 * A worker whose lease is older than this is suspected to be lost: five renewals in a row failed, or a failover of the
 * store lost them.
 */
export const leaseTimeoutMs = 5 * leaseRenewalIntervalMs;
/**
 * A suspected worker has this long to renew its lease, in case an unavailable store kept it from doing so. In this time
 * it tries at least three times.
 */
export const suspicionMs = 3 * leaseRenewalIntervalMs;

type LeaseDeps = Pick<ActivityDeps, 'store' | 'clock' | 'logger'>;

/** A call that this worker handles. */
interface LeasedCall {
  /** Its lease was granted when it was created. */
  call: Pick<CallSummary, 'ID' | 'CreatedMS'>;
  leg: Pick<CallLeg, 'hangUp'>;
  hangUpSignal: AbortSignal;
}

/**
 * Renews the lease on the call, and hangs up when a stop was requested, or when another worker has closed the call. The
 * first look is immediate, and the first renewal too unless the lease is new. Stops are also pushed to this process; the
 * record is where each of them is certain to be.
 * @returns a function that ends the renewals
 */
export function maintainLease(
  { store, clock, logger }: LeaseDeps,
  { call, leg, hangUpSignal }: LeasedCall,
): () => void {
  const hangUp = () => void leg.hangUp();
  hangUpSignal.addEventListener('abort', hangUp, { once: true });
  if (hangUpSignal.aborted) hangUp();
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const renew = async (): Promise<void> => {
    let nextMs = leaseRenewalIntervalMs;
    try {
      const nowMs = await clock.nowMs();
      if (nowMs - call.CreatedMS >= leaseRenewalIntervalMs) await store.callLeases.renew(call.ID, nowMs);
      if (await store.calls.mustHangUp(call.ID)) await leg.hangUp({ reason: 'stopped' });
    } catch (error) {
      nextMs = leaseRetryMs;
      logger.warn({ callId: call.ID, err: error }, 'call.lease_renewal_failed');
    }
    if (!ended) timer = setTimeout(() => void renew(), nextMs);
  };
  void renew();
  return () => {
    ended = true;
    clearTimeout(timer);
    hangUpSignal.removeEventListener('abort', hangUp);
  };
}
