import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import type { BulkAction } from '../../domain/bulk/bulk-action';
import { hasJobsToCancel, type BulkImport } from '../../domain/import/import';

/** An import or a bulk action that a restore ended. */
export interface EndedWork {
  ID: string;
  OrgID: string;
  CampaignID: string;
  /** Rows or jobs that were done at the backup. */
  Done: number;
}

type ImportDocument = Omit<BulkImport, 'ID'> & { _id: string };
type ActionDocument = Omit<BulkAction, 'ID'> & { _id: string };

const messageOf = (work: string): string =>
  `The database was restored to an earlier backup, in which this ${work} was running. What it did afterwards is not known.`;

async function endImport(
  imports: Collection<ImportDocument>,
  { _id, ...running }: ImportDocument,
  nowMs: number,
): Promise<boolean> {
  const State = 'failed';
  // A requested cancellation of its jobs goes on; the file is kept as long as that of any other import.
  const DueMS = hasJobsToCancel({ ...running, State }) ? nowMs : nowMs + running.RetentionMS;
  const $set = { State, FinishedMS: nowMs, DueMS, FailureMessage: messageOf('import') } as const;
  return (await imports.updateOne({ _id, State: 'running' }, { $set, $unset: { Sweeps: '' } })).modifiedCount === 1;
}

/**
 * What creates jobs in a database that was restored. It would go on where it was at the backup, and give the rows and jobs that
 * it had done since another job each: other ids, so nothing would recognize the second call.
 */
export function createRestoredWork(db: Db) {
  const imports = db.collection<ImportDocument>('imports');
  const actions = db.collection<ActionDocument>('bulk_actions');
  return {
    /** Ends every running import. It can be repeated. */
    endImports: async (nowMs: number): Promise<EndedWork[]> => {
      const ended: EndedWork[] = [];
      for await (const running of imports.find({ State: 'running' }).sort({ _id: 1 })) {
        const { _id: ID, OrgID, CampaignID, Rows } = running;
        if (await endImport(imports, running, nowMs)) ended.push({ ID, OrgID, CampaignID, Done: Rows });
      }
      return ended;
    },

    /** Ends every running redial. Other bulk actions go on: done twice, they do what they did once. It can be repeated. */
    endRedials: async (nowMs: number): Promise<EndedWork[]> => {
      const running: Filter<ActionDocument> = { State: 'running', Action: 'redial' };
      const end: UpdateFilter<ActionDocument> = {
        $set: { State: 'failed', EndedMS: nowMs, FailureMessage: messageOf('redial') },
        $unset: { DueMS: '', SealedParameters: '', Sweeps: '', Batch: '' },
      };
      const ended: EndedWork[] = [];
      for await (const { _id, OrgID, CampaignID, Changed } of actions.find(running).sort({ _id: 1 })) {
        const { modifiedCount } = await actions.updateOne({ ...running, _id }, end);
        if (modifiedCount === 1) ended.push({ ID: _id, OrgID, CampaignID, Done: Changed });
      }
      return ended;
    },
  };
}
