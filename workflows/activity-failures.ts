import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import { failureTypes } from '../shared/messages/failure-types';

/** True if an activity failed because the job has made another transition. A local activity's failure comes unwrapped. */
export function hasMovedOn(error: unknown): boolean {
  const failure = error instanceof ActivityFailure ? error.cause : error;
  return failure instanceof ApplicationFailure && failure.type === failureTypes.staleJob;
}
