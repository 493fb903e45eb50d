import type { Activities } from '../../../activities';
import { jobIdOfRow, type BulkImport } from '../../../shared/domain/import/import';
import type { Job } from '../../../shared/domain/job/job';
import { jobImportWorkflowId } from '../../../shared/messages/workflow-ids';
import { orgId } from '../../support/builders';
import { storeImport } from '../../support/imports';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const rows = 1_000;

describe('the processing of an import', () => {
  let testEnv: TimeSkippingEnv;
  const started = new Set<string>();
  /** Each reading of the clock advances it so far that a time budget ends after one batch. */
  let readingTakesMs = 20_000;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    // Other tests cover the jobs themselves.
    testEnv.deps.workflows = {
      ...testEnv.workflows,
      startJob: ({ ID }) => {
        started.add(ID);
        return Promise.resolve();
      },
    };
    let lateMs = 0;
    testEnv.deps.clock = { nowMs: async () => (await testEnv.nowMs()) + (lateMs += readingTakesMs) };
  }, 30_000);
  afterAll(() => testEnv.close());

  /** Processes an import with a replaced activity. @returns the result of its workflow */
  const processWith = async (
    bulkImport: BulkImport,
    replace: (real: Activities['processImport']) => Activities['processImport'],
  ): Promise<unknown> => {
    await testEnv.restart({ replace: (real) => ({ processImport: replace(real.processImport) }) });
    await testEnv.workflows.startImport(bulkImport);
    return testEnv.env.client.workflow.getHandle(jobImportWorkflowId(bulkImport.ID)).result();
  };
  const anImport = async (): Promise<BulkImport> =>
    storeImport(testEnv.deps, await testEnv.campaign(), { rows, nowMs: await testEnv.nowMs() });
  const load = async ({ ID }: BulkImport): Promise<BulkImport | undefined> => testEnv.deps.store.imports.load(ID);
  const rowsOf = async ({ ID }: BulkImport): Promise<number[]> => {
    const jobs = testEnv.deps.mongo.db.collection<{ ImportID: string; Metadata: string }>('jobs');
    const made = await jobs.find({ ImportID: ID }).sort({ _id: 1 }).toArray();
    return made.map(
      ({ Metadata }) => (JSON.parse(Metadata) as NonNullable<Job['Metadata']>)['__service_RowID'] as number,
    );
  };
  const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

  it('creates one job per row, although each activity is lost after its work and repeated', async () => {
    const bulkImport = await anImport();
    let runs = 0;
    const state = await processWith(bulkImport, (real) => async (id) => {
      const view = await real(id);
      if (++runs % 2 === 1) throw new Error('The worker was lost after its work.');
      return view;
    });
    expect(state).toBe('completed');
    expect(runs).toBeGreaterThan(2);
    expect(await load(bulkImport)).toMatchObject({ State: 'completed', Rows: rows, RowsTotal: rows });
    expect(await rowsOf(bulkImport)).toEqual(upTo(rows));
  }, 60_000);

  it('canceled in the middle: ends there, and the cursor counts the created jobs', async () => {
    const bulkImport = await anImport();
    const key = { orgId, importId: bulkImport.ID };
    let runs = 0;
    const state = await processWith(bulkImport, (real) => async (id) => {
      const view = await real(id);
      if (++runs === 1) await testEnv.deps.store.imports.requestCancel(key, await testEnv.nowMs());
      return view;
    });
    expect(state).toBe('canceled');
    const canceled = await load(bulkImport);
    expect(canceled).toMatchObject({ State: 'canceled' });
    expect(canceled?.Rows).toBeGreaterThan(0);
    expect(canceled?.Rows).toBeLessThan(rows);
    expect(await rowsOf(bulkImport)).toEqual(upTo(canceled?.Rows ?? 0));
  }, 60_000);

  it('canceled after a worker was lost: its stored jobs are started and counted, and no more are created', async () => {
    const bulkImport = await anImport();
    const key = { orgId, importId: bulkImport.ID };
    const { imports } = testEnv.deps.store;
    const { advance } = imports;
    readingTakesMs = 0;
    imports.advance = async () => {
      [imports.advance, readingTakesMs] = [advance, 20_000];
      await imports.requestCancel(key, await testEnv.nowMs());
      throw new Error('The worker was lost before the cursor advanced.');
    };
    expect(await processWith(bulkImport, (real) => real)).toBe('canceled');
    const made = await rowsOf(bulkImport);
    expect(made.length).toBeGreaterThan(0);
    const canceled = await load(bulkImport);
    expect(made).toEqual(upTo(canceled?.Rows ?? 0));
    const ids = made.map((row) => jobIdOfRow(canceled!, row) ?? '');
    expect(ids.filter((id) => !started.has(id))).toEqual([]);
  }, 60_000);
});
