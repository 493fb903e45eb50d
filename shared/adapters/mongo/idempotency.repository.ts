import { createHash } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { SecretBox } from '../crypto/secret-box';
import { newSeed } from '../ids';
import { isDuplicateKey } from './client';

/** Identifies a request that may be repeated: an organization's key for one operation. */
export interface RequestIdentity {
  orgId: string;
  operation: string;
  key: string;
}
/** A stored response. */
export interface StoredReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** Instead of a body with a secret: the explanation for a repeat. Versions before this field stored the body. */
  secretNotStored?: string | undefined;
}
/**
 * The result of claiming a request that has an Idempotency-Key. `idempotencySeed` derives the ids of what it creates.
 * `isReplay` means that an earlier attempt may have done everything, and only its response is unknown.
 */
export type ClaimResult =
  | { kind: 'claimed'; idempotencySeed: string; isReplay: boolean; claim: Claim }
  | { kind: 'answered'; reply: StoredReply }
  | { kind: 'in_progress' }
  | { kind: 'other_request' }
  | { kind: 'erased' };
/** Exclusive processing of a request. It ends with the response, or at `untilMs` when its process died. */
export interface Claim {
  id: string;
  untilMs: number;
}

/** Requests and responses may hold personal data and secrets: both are sealed. */
interface RequestDocument {
  _id: string;
  OrgID: string;
  Seed: string;
  /** Sealed fingerprint of the request; absent once erased. */
  Asked?: string;
  /** Sealed response; absent until the request completes. */
  Reply?: string;
  /** The job that the response describes. */
  JobID?: string;
  /** The job was erased. */
  Erased?: true;
  LockedUntilMS: number;
  ExpiresMS: number;
}

const retentionMs = 24 * 3_600_000;
/** Longer than any request takes: a process that holds a claim longer is dead. */
const lockMs = 30_000;

/** Responses by Idempotency-Key, for 24 hours: a repeated request does nothing twice, across restarts and processes. */
export function createIdempotencyRepository(db: Db, secretBox: SecretBox) {
  const requests = db.collection<RequestDocument>('idempotency_keys');
  return {
    /** @param content everything that identifies the request; the same key with other content is another request */
    claim: async (request: RequestIdentity, content: string, nowMs: number): Promise<ClaimResult> => {
      const id = digest([request.orgId, request.operation, request.key].join('\n'));
      const requestFingerprint = digest(content);
      const claim = { id, untilMs: nowMs + lockMs };
      const fresh: RequestDocument = {
        _id: id,
        OrgID: request.orgId,
        Seed: newSeed(),
        Asked: await secretBox.seal(requestFingerprint, id),
        LockedUntilMS: claim.untilMs,
        ExpiresMS: nowMs + retentionMs,
      };
      const existing = await insertOrFind(requests, fresh, nowMs);
      if (!existing) return { kind: 'claimed', idempotencySeed: fresh.Seed, isReplay: false, claim };
      if (existing.Erased === true || existing.Asked === undefined) return { kind: 'erased' };
      if ((await secretBox.open(existing.Asked, id)) !== requestFingerprint) return { kind: 'other_request' };
      if (existing.Reply !== undefined) {
        const reply = JSON.parse(await secretBox.open(existing.Reply, `${id}/reply`)) as StoredReply;
        return { kind: 'answered', reply };
      }
      // Its process died or did not learn the outcome: the next one creates the same objects from the same seed.
      const { LockedUntilMS, Seed } = existing;
      if (LockedUntilMS > nowMs || !(await takeOver(requests, existing, claim))) return { kind: 'in_progress' };
      return { kind: 'claimed', idempotencySeed: Seed, isReplay: true, claim };
    },

    /** Stores the response, unless the claim has expired and another process took over. */
    complete: async ({ id, untilMs }: Claim, reply: StoredReply, jobId?: string): Promise<void> => {
      const about = jobId === undefined ? {} : { JobID: jobId };
      const sealed = await secretBox.seal(JSON.stringify(reply), `${id}/reply`);
      await requests.updateOne({ _id: id, LockedUntilMS: untilMs }, { $set: { Reply: sealed, ...about } });
    },

    /** Deletes a rejected request: it did nothing, and a corrected one may use the same key. */
    discard: async ({ id, untilMs }: Claim): Promise<void> => {
      await requests.deleteOne({ _id: id, LockedUntilMS: untilMs });
    },

    /** Lets the next repeat start at once with the same seed: the outcome of this one is unknown. */
    release: async ({ id, untilMs }: Claim): Promise<void> => {
      await requests.updateOne({ _id: id, LockedUntilMS: untilMs }, { $set: { LockedUntilMS: 0 } });
    },

    /**
     * Erases requests and responses about a job. Their keys stay for 24 hours: a repeat must never create the job
     * again.
     */
    eraseByJob: async (jobId: string): Promise<void> => {
      await requests.updateMany({ JobID: jobId }, { $set: { Erased: true }, $unset: { Asked: '', Reply: '' } });
    },
  };
}
export type IdempotencyRepository = ReturnType<typeof createIdempotencyRepository>;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** @returns the existing document, if there is one */
async function insertOrFind(
  requests: Collection<RequestDocument>,
  fresh: RequestDocument,
  nowMs: number,
): Promise<RequestDocument | undefined> {
  for (;;) {
    try {
      await requests.insertOne(fresh);
      return undefined;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const existing = await requests.findOne({ _id: fresh._id });
    if (existing && existing.ExpiresMS > nowMs) return existing;
    // It was deleted, or has expired: insert again.
    if (existing) await requests.deleteOne({ _id: fresh._id, ExpiresMS: existing.ExpiresMS });
  }
}

async function takeOver(
  requests: Collection<RequestDocument>,
  existing: RequestDocument,
  claim: Claim,
): Promise<boolean> {
  const { matchedCount } = await requests.updateOne(
    { _id: existing._id, LockedUntilMS: existing.LockedUntilMS, Reply: { $exists: false } },
    { $set: { LockedUntilMS: claim.untilMs } },
  );
  return matchedCount === 1;
}
