/** FNV-1a over UTF-16 code units: small, stable, and the same in every language that reads this. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** Murmur3's last step: FNV alone leaves ids that differ in their last letter close together. */
function scatter(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A job's place in the spread of one attempt: uniform in [0, 1) over jobs and attempts, always the same for the same two. */
export const jitterFraction = (jobId: string, attemptNumber: number): number =>
  scatter(fnv1a(`${jobId}/${attemptNumber}`)) / 2 ** 32;
