/** What the erasure of a job's personal data is started with. */
export interface PiiDeletionInput {
  jobId: string;
}
