import { isErasing, type JobState } from './state';

/** Why a job failed or was canceled. */
export const failureReasons = [
  'campaign_objective_missed',
  'canceled',
  'max_attempts_exceeded',
  'opted_out',
  'technical_error',
  'wrong_contact',
  'invalid_configuration',
] as const;
export type FailureReason = (typeof failureReasons)[number];

const erasedMessage = 'The message was deleted with the personal data of the job.';

/** The message that goes with a job's FailureReason; a fixed sentence once the job's own is erased. */
export const failureMessageOf = (job: {
  State: JobState;
  FailureReason?: FailureReason | undefined;
  FailureMessage?: string | undefined;
}): string | undefined =>
  job.FailureMessage ?? (job.FailureReason !== undefined && isErasing(job.State) ? erasedMessage : undefined);
