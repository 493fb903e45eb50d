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
