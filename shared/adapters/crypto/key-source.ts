/** Gives a key for one purpose that is not a job's, such as the hash of phone numbers. It outlives every master key. */
export type KeySource = (purpose: string) => Promise<Buffer>;
