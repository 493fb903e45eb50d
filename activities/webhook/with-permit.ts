import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { failureTypes } from '../../shared/messages/failure-types';
import type { Clock } from '../deps';
import type { DeliveryPermits } from './delivery-permits';

/** Whose permit a request needs. */
export interface NeededPermit {
  permits: DeliveryPermits;
  /** A webhook, or a host. */
  receiver: string;
  /** How often the delivery has been tried, from 1. */
  tries: number;
}

/**
 * Runs a request with a permit of its receiver.
 * @throws {ApplicationFailure} which Temporal retries later, if the receiver has no permit left
 */
export async function withPermit<Result>(
  { permits, receiver, tries }: NeededPermit,
  { clock }: { clock: Clock },
  run: () => Promise<Result>,
): Promise<Result> {
  const permit = await permits.acquire(receiver, await clock.nowMs(), tries);
  if (permit.kind === 'rejected') throw receiverBusyFailure(permit.retryInMs);
  try {
    return await run();
  } finally {
    permit.release(await clock.nowMs());
  }
}

/** Expected: this receiver already has as many concurrent requests as it may have. */
const receiverBusyFailure = (retryInMs: number): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'Other requests to this receiver are in progress.',
    type: failureTypes.receiverBusy,
    nextRetryDelay: Math.ceil(retryInMs),
    category: ApplicationFailureCategory.BENIGN,
  });
