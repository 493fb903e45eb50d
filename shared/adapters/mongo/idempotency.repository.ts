import { createHash } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { SecretBox } from '../crypto/secret-box';
import { newSeed } from '../ids';
import { isDuplicateKey } from './client';

/** Names a request that may be repeated: an organization's key for one operation. */
export interface RequestIdentity {
  orgId: string;
  operation: string;
  key: string;
}
/** What an answer is made from again. */
export interface StoredReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}
/**
 * What a request that bears an Idempotency-Key meets. `seed` makes the ids of what it creates; `again` when an earlier try may have done
 * all of it, and only its answer is not known.
 */
export type ClaimResult =
  | { kind: 'mine'; idempotencySeed: string; isReplay: boolean; claim: Claim }
  | { kind: 'answered'; reply: StoredReply }
  | { kind: 'in_progress' }
  | { kind: 'other_request' }
  | { kind: 'erased' };
/** A hold on a request; it ends with the answer, or with its time when its holder died. */
export interface Claim {
  id: string;
  untilMs: number;
}

/** Requests and answers may hold personal data and secrets: both are sealed. */
interface RequestDocument {
  _id: string;
  OrgID: string;
  Seed: string;
  /** Sealed digest of what was asked; absent once it was erased. */
  Asked?: string;
  /** Sealed answer; absent while there is none. */
  Reply?: string;
  /** Whose data the answer is about. */
  JobID?: string;
  /** The job that it was about was erased. */
  Erased?: true;
  LockedUntilMS: number;
  ExpiresMS: number;
}

const retentionMs = 24 * 3_600_000;
/** Longer than any request takes: whoever holds one longer is dead. */
const lockMs = 30_000;

/** Answers by Idempotency-Key, for 24 hours: a request that is repeated does nothing twice, over restarts and processes. */
export function createIdempotencyRepository(db: Db, secretBox: SecretBox) {
  const requests = db.collection<RequestDocument>('idempotency_keys');
  return {
    /** @param content all that makes the request what it is; the same key with something else is another request */
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
      if (!existing) return { kind: 'mine', idempotencySeed: fresh.Seed, isReplay: false, claim };
      if (existing.Erased === true || existing.Asked === undefined) return { kind: 'erased' };
      if ((await secretBox.open(existing.Asked, id)) !== requestFingerprint) return { kind: 'other_request' };
      if (existing.Reply !== undefined) {
        const reply = JSON.parse(await secretBox.open(existing.Reply, `${id}/reply`)) as StoredReply;
        return { kind: 'answered', reply };
      }
      // Whoever held it died, or could not tell how it ended: the next one makes the same objects, by the same seed.
      const { LockedUntilMS, Seed } = existing;
      if (LockedUntilMS > nowMs || !(await takeOver(requests, existing, claim))) return { kind: 'in_progress' };
      return { kind: 'mine', idempotencySeed: Seed, isReplay: true, claim };
    },

    /** Keeps the answer. One that comes after its time, when somebody else took over, is not kept. */
    complete: async ({ id, untilMs }: Claim, reply: StoredReply, jobId?: string): Promise<void> => {
      const about = jobId === undefined ? {} : { JobID: jobId };
      const sealed = await secretBox.seal(JSON.stringify(reply), `${id}/reply`);
      await requests.updateOne({ _id: id, LockedUntilMS: untilMs }, { $set: { Reply: sealed, ...about } });
    },

    /** Forgets a request that was refused: nothing was done, and put right it may come again under its key. */
    discard: async ({ id, untilMs }: Claim): Promise<void> => {
      await requests.deleteOne({ _id: id, LockedUntilMS: untilMs });
    },

    /** Lets the next repeat try at once, with the same seed: what this one did is not known. */
    release: async ({ id, untilMs }: Claim): Promise<void> => {
      await requests.updateOne({ _id: id, LockedUntilMS: untilMs }, { $set: { LockedUntilMS: 0 } });
    },

    /** Erases what was asked and answered about a job. That it was asked stays for its 24 hours: a repeat must not make the job anew. */
    eraseByJob: async (jobId: string): Promise<void> => {
      await requests.updateMany({ JobID: jobId }, { $set: { Erased: true }, $unset: { Asked: '', Reply: '' } });
    },

    deleteExpired: async (nowMs: number): Promise<void> => {
      await requests.deleteMany({ ExpiresMS: { $lte: nowMs } });
    },
  };
}
export type IdempotencyRepository = ReturnType<typeof createIdempotencyRepository>;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** @returns the document that stands in the way, if there is one */
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
    // It was forgotten meanwhile, or is too old to count: then there is nothing in the way.
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
