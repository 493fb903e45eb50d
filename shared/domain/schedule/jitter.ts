import { stableFraction } from '../stable-hash';

/** A job's place in the spread of one attempt: uniform in [0, 1) over jobs and attempts, always the same for the same two. */
export const jitterFraction = (jobId: string, attemptNumber: number): number =>
  stableFraction(`${jobId}/${attemptNumber}`);
