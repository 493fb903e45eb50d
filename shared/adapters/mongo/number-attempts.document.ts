import { createHash } from 'node:crypto';
import type { Collection } from 'mongodb';
import type { NumberLimit } from '../../domain/planning/number-limits';
import { isDuplicateKey } from './client';

/** An attempt that counts against a limit. */
export interface AttemptEntry {
  /** The id of the call; once the job is erased, `anonymousCallId` of it. */
  CallID: string;
  AtMS: number;
  /** Identifies the last writer: only that one may release the entry. */
  Token: string;
}

/** The attempts to one number within one campaign or organization that were reserved recently. */
export interface AttemptsDocument {
  _id: string;
  /** The number of changes: the "compare" of the compare-and-set. */
  Sequence: number;
  Entries: AttemptEntry[];
  /** When no entry counts any more, and the document is purged. */
  ExpiresMS?: number;
}

/** Workers' clocks differ: an attempt just outside the window for one may be inside it for another. */
export const clockSlackMs = 600_000;
/** Each lost round is another writer's success: this many mean hundreds of attempts to one number within a second. */
export const maxRounds = 200;

/** The document of a limit's attempts to one number. Each level has its own, because it keeps them for its own duration. */
export const attemptsDocumentId = (
  origin: NumberLimit['origin'],
  { orgId, campaignId }: { orgId: string; campaignId: string },
  numberHash: string,
): string => `${{ campaign: campaignId, organization: orgId, policy: `policy/${orgId}` }[origin]}/${numberHash}`;

/** Every level at which attempts are counted. */
export const limitOrigins = ['organization', 'campaign', 'policy'] as const satisfies readonly NumberLimit['origin'][];

/** Names an erased job's call. Without the salt, which is deleted with the job's data, it cannot be traced to the call. */
export const anonymousCallId = (salt: string, callId: string): string =>
  `erased_${createHash('sha256').update(`${salt}/${callId}`).digest('hex').slice(0, 32)}`;

/** When attempts that count toward a limit of a duration stop counting, whichever worker's clock is asked. */
export const expiryOf = (entries: readonly AttemptEntry[], durationMs: number): number =>
  Math.max(0, ...entries.map(({ AtMS }) => AtMS)) + durationMs + clockSlackMs;

/**
 * Writes a limit's attempts by compare-and-set. @param ExpiresMS stays as it is if it is undefined
 * @returns false when another writer changed the document first
 */
export async function writeEntries(
  attempts: Collection<AttemptsDocument>,
  { id, document }: { id: string; document: AttemptsDocument | null },
  Entries: AttemptEntry[],
  ExpiresMS: number | undefined,
): Promise<boolean> {
  const expiry = ExpiresMS === undefined ? {} : { ExpiresMS };
  if (document) {
    const { Sequence } = document;
    const change = { $set: { Entries, Sequence: Sequence + 1, ...expiry } };
    return (await attempts.updateOne({ _id: id, Sequence }, change)).matchedCount === 1;
  }
  try {
    await attempts.insertOne({ _id: id, Sequence: 1, Entries, ...expiry });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
