import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Session, SessionsRepository } from '../../../shared/adapters/mongo/sessions.repository';
import { createUnknownKeys } from './unknown-keys';

/** A session that another process ended is still accepted for this long. */
const ttlMs = 5_000;
const maxEntries = 1_000;

export interface SessionCache {
  /** @returns `undefined` if there is no such session, or it has expired */
  find(token: string): Promise<Session | undefined>;
  /** Drops a session, so that the next lookup reads the store. */
  invalidate(token: string): void;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Caches sessions briefly, so that most requests of a page cost no query for theirs. */
export function createSessionCache(sessions: Pick<SessionsRepository, 'find'>, nowMs: () => number): SessionCache {
  const found = new LRUCache<string, Session>({
    max: maxEntries,
    ttl: ttlMs - 1,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  const unknown = createUnknownKeys(nowMs);
  return {
    find: async (token) => {
      const hash = hashOf(token);
      const cached = found.get(hash);
      if (cached !== undefined) return cached.ExpiresMS > nowMs() ? cached : undefined;
      if (unknown.has(hash)) return undefined;
      const session = await sessions.find(token, nowMs());
      if (session === undefined) unknown.set(hash, true);
      else found.set(hash, session);
      return session;
    },
    invalidate: (token) => void found.delete(hashOf(token)),
  };
}
