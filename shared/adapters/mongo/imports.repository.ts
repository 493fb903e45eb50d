import type { Collection, Db, Filter } from 'mongodb';
import type { BulkImport, ImportCursor, ImportState, RowBatch } from '../../domain/import/import';
import { followsNewestFirst } from './keyset';
import { createOverdueDocuments } from './overdue-documents';

type ImportDocument = Omit<BulkImport, 'ID'> & { _id: string };
const fromDocument = ({ _id, ...rest }: ImportDocument): BulkImport => ({ ...rest, ID: _id });
const pageSize = 100;
/** The sweeper returns an import without progress for this long to its workflow. */
export const importGraceMs = 30_000;

/** Identifies an import within its organization. */
export interface ImportKey {
  orgId: string;
  importId: string;
}

/** Rows that are done: from where the cursor was to where it is now, with those of them that count apart. */
export interface RowsDone {
  from: number;
  to: ImportCursor;
  invalid: number;
  suppressed: number;
  skipped: number;
  normalized: number;
}

/** Reads and writes of the API. */
const apiOperations = (imports: Collection<ImportDocument>) => ({
  /** Stores a new import. @throws a duplicate-key error when the id is taken */
  insert: async ({ ID, ...rest }: BulkImport): Promise<void> => {
    await imports.insertOne({ ...rest, _id: ID });
  },

  /** Takes over an import whose file never arrived. @returns false when it arrived, or another request took over */
  takeOver: async ({ ID, CreatedMS }: BulkImport, fresh: Omit<BulkImport, 'ID'>): Promise<boolean> =>
    (await imports.replaceOne({ _id: ID, State: 'receiving', CreatedMS }, fresh)).matchedCount === 1,

  /** Starts the import once its file is stored. @returns false when it was deleted as abandoned, or taken over */
  begin: async ({ ID, CreatedMS }: BulkImport, nowMs: number): Promise<boolean> => {
    const begun = await imports.updateOne(
      { _id: ID, State: 'receiving', CreatedMS },
      { $set: { State: 'running', StartedMS: nowMs, DueMS: nowMs + importGraceMs } },
    );
    return begun.matchedCount === 1;
  },

  find: async ({ orgId, importId }: ImportKey): Promise<BulkImport | undefined> => {
    const document = await imports.findOne({ _id: importId, OrgID: orgId });
    return document ? fromDocument(document) : undefined;
  },

  /** Newest first, after the given one. @param campaignIds limits the list to imports of these campaigns */
  list: async (orgId: string, after?: string, campaignIds?: readonly string[]): Promise<BulkImport[]> => {
    const last = after === undefined ? null : await imports.findOne({ _id: after, OrgID: orgId });
    const before: Filter<ImportDocument> = last ? followsNewestFirst({ ID: last._id, CreatedMS: last.CreatedMS }) : {};
    const inCampaigns = campaignIds === undefined ? {} : { CampaignID: { $in: [...campaignIds] } };
    const found = imports.find({ OrgID: orgId, State: { $ne: 'receiving' }, ...inCampaigns, ...before });
    return (await found.sort({ CreatedMS: -1, _id: -1 }).limit(pageSize).toArray()).map(fromDocument);
  },

  /** Requests the cancellation of an import. @returns the import after it, or `undefined` when it is not running */
  requestCancel: async ({ orgId, importId }: ImportKey, nowMs: number): Promise<BulkImport | undefined> => {
    const document = await imports.findOneAndUpdate(
      { _id: importId, OrgID: orgId, State: 'running' },
      { $min: { CancelRequestedMS: nowMs } },
      { returnDocument: 'after' },
    );
    return document ? fromDocument(document) : undefined;
  },

  /** Requests the cancellation of an import's jobs, in any state of the import. */
  requestJobsCancel: async ({ orgId, importId }: ImportKey, nowMs: number): Promise<void> => {
    await imports.updateOne(
      { _id: importId, OrgID: orgId, JobsCanceledMS: { $exists: false } },
      { $min: { CancelJobsRequestedMS: nowMs, DueMS: nowMs + importGraceMs } },
    );
  },
});

/** Reads and writes of the import's workflow. */
const workflowOperations = (imports: Collection<ImportDocument>) => {
  const load = async (importId: string): Promise<BulkImport | undefined> => {
    const document = await imports.findOne({ _id: importId });
    return document ? fromDocument(document) : undefined;
  };
  return {
    load,

    setRowsTotal: async (importId: string, rows: number): Promise<void> => {
      await imports.updateOne({ _id: importId }, { $set: { RowsTotal: rows } });
    },

    /**
     * Advances the cursor by compare-and-set.
     * @returns the import after it, or `undefined` when another writer advanced it or the import has ended
     */
    advance: async (importId: string, progress: RowsDone, nowMs: number): Promise<BulkImport | undefined> => {
      const { from, to, invalid, suppressed, skipped, normalized } = progress;
      const document = await imports.findOneAndUpdate(
        { _id: importId, State: 'running', Rows: from },
        {
          $set: { Rows: to.row, Offset: to.offset, DueMS: nowMs + importGraceMs },
          $inc: {
            ...{ RowsInvalid: invalid, RowsSuppressed: suppressed },
            ...{ RowsSkipped: skipped, RowsNormalized: normalized },
          },
          $unset: { Sweeps: '' },
        },
        { returnDocument: 'after' },
      );
      return document ? fromDocument(document) : undefined;
    },

    /** Ends a running import. It is due again when the retention of its file has passed. */
    finish: async (bulkImport: BulkImport, to: ImportState, nowMs: number, failureMessage?: string): Promise<void> => {
      const FailureMessage = failureMessage === undefined ? {} : { FailureMessage: failureMessage };
      await imports.updateOne(
        { _id: bulkImport.ID, State: 'running' },
        { $set: { State: to, FinishedMS: nowMs, DueMS: nowMs + bulkImport.RetentionMS, ...FailureMessage } },
      );
    },

    /** Records for how many rows the jobs' cancellation is requested; `all` once it is every row. */
    recordJobsCanceled: async (
      bulkImport: BulkImport,
      rows: number,
      at: { nowMs: number; all: boolean },
    ): Promise<void> => {
      const DueMS = at.all ? (bulkImport.FinishedMS ?? at.nowMs) + bulkImport.RetentionMS : at.nowMs + importGraceMs;
      const done = at.all ? { JobsCanceledMS: at.nowMs } : {};
      await imports.updateOne(
        { _id: bulkImport.ID },
        bulkImport.FileErasedMS !== undefined && at.all
          ? { $set: { RowsCanceled: rows, ...done }, $unset: { DueMS: '' } }
          : { $set: { RowsCanceled: rows, DueMS, ...done }, $unset: { Sweeps: '' } },
      );
    },
  };
};

/** The ids of the jobs. */
const jobIdOperations = (imports: Collection<ImportDocument>) => ({
  /**
   * Assigns job ids to the rows of the next batch by compare-and-set.
   * @returns the import after it, or `undefined` when another writer did, or the import has ended
   */
  addRowBatch: async ({ ID, JobIDs }: BulkImport, batch: RowBatch): Promise<BulkImport | undefined> => {
    const document = await imports.findOneAndUpdate(
      { _id: ID, State: 'running', 'JobIDs.Batches': { $size: JobIDs?.Batches.length ?? 0 } },
      { $push: { 'JobIDs.Batches': batch } },
      { returnDocument: 'after' },
    );
    return document ? fromDocument(document) : undefined;
  },
});

/** What ends an import's pending work. */
const sweeperOperations = (imports: Collection<ImportDocument>) => ({
  ...createOverdueDocuments(imports, importGraceMs, fromDocument),

  recordFileErased: async (importId: string, nowMs: number): Promise<void> => {
    await imports.updateOne({ _id: importId }, { $set: { FileErasedMS: nowMs }, $unset: { DueMS: '' } });
  },

  /** Deletes an import whose file never arrived. */
  deleteAbandoned: async ({ ID, CreatedMS }: BulkImport): Promise<void> => {
    await imports.deleteOne({ _id: ID, State: 'receiving', CreatedMS });
  },
});

/** Bulk imports: the request, its progress, and pending work. */
export function createImportsRepository(db: Db) {
  const imports = db.collection<ImportDocument>('imports');
  return {
    ...apiOperations(imports),
    ...workflowOperations(imports),
    ...jobIdOperations(imports),
    ...sweeperOperations(imports),
  };
}
export type ImportsRepository = ReturnType<typeof createImportsRepository>;
