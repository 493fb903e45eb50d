/**
 * Keeps a job from being called after its database was restored from a backup, which has forgotten what happened since.
 * A person releases it.
 */
export interface RestoreHold {
  /** The instant of the backup: what happened from then on is not known. */
  FromMS: number;
  /** When the hold was set. */
  HeldMS: number;
  /** What Temporal's history of the job says of calls since the backup: `attempt` if it began one. */
  Found: 'unknown' | 'attempt';
  /** When the last attempt that was found began. */
  AttemptMS?: number | undefined;
}

/** Why the hold of a job keeps it from being called, one clause; none without a hold. */
export const listRestoreHold = ({ RestoreHold }: { RestoreHold?: RestoreHold | undefined }): string[] =>
  RestoreHold === undefined
    ? []
    : ['The database was restored from a backup, and the contact may have been called since'];
