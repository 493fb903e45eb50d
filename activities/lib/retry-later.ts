import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

/** What an activity throws to be asked again later, when that is how it waits: expected, so no warning and no failure metric. */
export const retryLater = (message: string, type: string): ApplicationFailure =>
  ApplicationFailure.create({ message, type, category: ApplicationFailureCategory.BENIGN });
