import type { Db, Filter } from 'mongodb';
import type { AuditAction, AuditEntry } from '../../domain/audit/audit';
import { ignoreDuplicates } from './client';
import { groupInserts } from './group-inserts';
import type { JobDocument } from './jobs/document';
import { followsNewestFirst } from './keyset';

type AuditDocument = Omit<AuditEntry, 'ID'> & { _id: string };

/** Selects entries; an entry must match every given condition. */
export interface AuditFilter {
  orgId: string;
  action?: AuditAction | undefined;
  keyId?: string | undefined;
  campaignId?: string | undefined;
  jobId?: string | undefined;
  sinceMs?: number | undefined;
  untilMs?: number | undefined;
  /** The last entry of the previous page. */
  after?: AuditEntry | undefined;
}

/** A job links at most this many of its entries; the log holds all of them. */
export const maxLinkedEntries = 100;

const entryFrom = ({ _id, ...rest }: AuditDocument): AuditEntry => ({ ...rest, ID: _id });

/** The audit log. Entries are added and never changed. */
export function createAuditLogRepository(db: Db) {
  const entries = db.collection<AuditDocument>('audit_log');
  const jobs = db.collection<JobDocument>('jobs');
  const insert = groupInserts(entries);
  return {
    /** Writes an entry unless its id is taken. */
    record: ({ ID, ...entry }: AuditEntry): Promise<void> => insert([{ _id: ID, ...entry }]).catch(ignoreDuplicates),

    /** Links an entry to its job. */
    link: async (jobId: string, entryId: string): Promise<void> => {
      const notFull = { [`AuditLogEntries.${maxLinkedEntries - 1}`]: { $exists: false } };
      await jobs.updateOne({ _id: jobId, ...notFull }, { $addToSet: { AuditLogEntries: entryId } });
    },

    find: async (orgId: string, entryId: string): Promise<AuditEntry | undefined> => {
      const document = await entries.findOne({ _id: entryId, OrgID: orgId });
      return document ? entryFrom(document) : undefined;
    },

    /** Those of the given ids that are taken in the organization's log. */
    findExisting: async (orgId: string, entryIds: readonly string[]): Promise<string[]> => {
      const found = entries.find({ _id: { $in: [...entryIds] }, OrgID: orgId }, { projection: { _id: 1 } });
      return (await found.toArray()).map(({ _id }) => _id);
    },

    /** Newest first. */
    list: async (query: AuditFilter, limit: number): Promise<AuditEntry[]> => {
      const { sinceMs, untilMs, after } = query;
      const filter: Filter<AuditDocument> = {
        OrgID: query.orgId,
        ...(query.action === undefined ? {} : { Action: query.action }),
        ...(query.keyId === undefined ? {} : { 'Actor.KeyID': query.keyId }),
        ...(query.campaignId === undefined ? {} : { CampaignID: query.campaignId }),
        ...(query.jobId === undefined ? {} : { JobID: query.jobId }),
        ...(sinceMs === undefined && untilMs === undefined
          ? {}
          : {
              CreatedMS: {
                ...(sinceMs === undefined ? {} : { $gte: sinceMs }),
                ...(untilMs === undefined ? {} : { $lte: untilMs }),
              },
            }),
        ...(after === undefined ? {} : followsNewestFirst(after)),
      };
      const found = await entries.find(filter).sort({ CreatedMS: -1, _id: -1 }).limit(limit).toArray();
      return found.map(entryFrom);
    },
  };
}
export type AuditLogRepository = ReturnType<typeof createAuditLogRepository>;
