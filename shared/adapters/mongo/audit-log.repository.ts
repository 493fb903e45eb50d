import type { Db, Filter } from 'mongodb';
import type { AuditAction, AuditEntry } from '../../domain/audit/audit';
import { isDuplicateKey } from './client';
import type { JobDocument } from './job.document';

type AuditDocument = Omit<AuditEntry, 'ID'> & { _id: string };

/** Which entries are asked for; all that is given must hold. */
export interface AuditFilter {
  orgId: string;
  action?: AuditAction | undefined;
  keyId?: string | undefined;
  campaignId?: string | undefined;
  jobId?: string | undefined;
  sinceMs?: number | undefined;
  untilMs?: number | undefined;
  /** The last entry of the page before. */
  after?: AuditEntry | undefined;
}

/** A job shows this many of its entries at most; the log holds all of them. */
export const shownEntries = 100;

const entryFrom = ({ _id, ...rest }: AuditDocument): AuditEntry => ({ ...rest, ID: _id });

/** The audit log: entries are added, and never changed. */
export function createAuditLog(db: Db) {
  const entries = db.collection<AuditDocument>('audit_log');
  const jobs = db.collection<JobDocument>('jobs');
  return {
    /** Writes an entry; one with its id that is there already stays as it is. */
    record: async ({ ID, ...entry }: AuditEntry): Promise<void> => {
      try {
        await entries.insertOne({ _id: ID, ...entry });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },

    /** Has a job name an entry. */
    link: async (jobId: string, entryId: string): Promise<void> => {
      const notFull = { [`AuditLogEntries.${shownEntries - 1}`]: { $exists: false } };
      await jobs.updateOne({ _id: jobId, ...notFull }, { $addToSet: { AuditLogEntries: entryId } });
    },

    find: async (orgId: string, entryId: string): Promise<AuditEntry | undefined> => {
      const document = await entries.findOne({ _id: entryId, OrgID: orgId });
      return document ? entryFrom(document) : undefined;
    },

    /** Newest first. */
    list: async (asked: AuditFilter, limit: number): Promise<AuditEntry[]> => {
      const { sinceMs, untilMs, after } = asked;
      const filter: Filter<AuditDocument> = {
        OrgID: asked.orgId,
        ...(asked.action === undefined ? {} : { Action: asked.action }),
        ...(asked.keyId === undefined ? {} : { 'Actor.KeyID': asked.keyId }),
        ...(asked.campaignId === undefined ? {} : { CampaignID: asked.campaignId }),
        ...(asked.jobId === undefined ? {} : { JobID: asked.jobId }),
        ...(sinceMs === undefined && untilMs === undefined
          ? {}
          : {
              CreatedMS: {
                ...(sinceMs === undefined ? {} : { $gte: sinceMs }),
                ...(untilMs === undefined ? {} : { $lte: untilMs }),
              },
            }),
        ...(after === undefined
          ? {}
          : {
              $or: [{ CreatedMS: { $lt: after.CreatedMS } }, { CreatedMS: after.CreatedMS, _id: { $lt: after.ID } }],
            }),
      };
      const found = await entries.find(filter).sort({ CreatedMS: -1, _id: -1 }).limit(limit).toArray();
      return found.map(entryFrom);
    },
  };
}
export type AuditLog = ReturnType<typeof createAuditLog>;
