import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

/**
 * A failure by which an activity waits: Temporal retries it later. It is expected, so it causes no warning and no
 * failure metric.
 */
export const retryLater = (message: string, type: string): ApplicationFailure =>
  ApplicationFailure.create({ message, type, category: ApplicationFailureCategory.BENIGN });
