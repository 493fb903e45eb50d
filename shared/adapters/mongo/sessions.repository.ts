import { createHash, randomBytes } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { groupFinds } from './group-finds';

/** A browser that is signed in with an API key, until an instant. */
export interface Session {
  OrgID: string;
  /** The API key that signed in; the requests of the session act as this key. */
  KeyID: string;
  /** The hash by which the key's record is found. */
  KeyHash: string;
  CreatedMS: number;
  ExpiresMS: number;
}

/** Only a hash of the token is stored. */
type SessionDocument = Session & { _id: string };

/** The sessions of one key. Another sign-in ends the oldest. */
const maxSessionsPerKey = 100;

const format = /^session_[A-Za-z0-9_-]{43}$/;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

async function endOldest(sessions: Collection<SessionDocument>, keyId: string): Promise<void> {
  const oldest = await sessions
    .find({ KeyID: keyId }, { projection: { _id: 1 } })
    .sort({ CreatedMS: -1, _id: -1 })
    .skip(maxSessionsPerKey)
    .toArray();
  if (oldest.length > 0) await sessions.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
}

/** Sessions of browsers, each bound to an API key. */
export function createSessionsRepository(db: Db) {
  const sessions = db.collection<SessionDocument>('sessions');
  // However many unknown tokens strangers send, a process has one query at a time.
  const findSessions = groupFinds(sessions);
  return {
    /** Stores a new session. @returns its token, which is stored nowhere */
    create: async (session: Session): Promise<string> => {
      const token = `session_${randomBytes(32).toString('base64url')}`;
      await sessions.insertOne({ ...session, _id: hashOf(token) });
      await endOldest(sessions, session.KeyID);
      return token;
    },

    /** @returns `undefined` if there is no such session, or it has expired */
    find: async (token: string, nowMs: number): Promise<Session | undefined> => {
      if (!format.test(token)) return undefined;
      const [document] = await findSessions([hashOf(token)]);
      if (document === undefined || document.ExpiresMS <= nowMs) return undefined;
      const { _id, ...session } = document;
      return session;
    },

    /** Ends a session. Idempotent. */
    delete: async (token: string): Promise<void> => {
      if (format.test(token)) await sessions.deleteOne({ _id: hashOf(token) });
    },
  };
}
export type SessionsRepository = ReturnType<typeof createSessionsRepository>;
