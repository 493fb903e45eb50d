import { jobIdOfRow, type BulkImport } from '../../../shared/domain/import/import';
import { batchLimits } from '../../../shared/domain/import/read-rows';
import type { Job } from '../../../shared/domain/job/job';
import { jobImportWorkflowId } from '../../../shared/messages/workflow-ids';
import { aJob, orgId } from '../../support/builders';
import { contactsFile, storeImport } from '../../support/imports';
import { duplicateRows } from '../../support/sizes';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

/** Each number is in four rows, of the same batch or of others: the factor, a prime, mixes the rows. */
const numbers = duplicateRows / 4;
const lastDigits = (row: number): number => Math.floor(((row * 7_919) % duplicateRows) / 4);
const file = contactsFile(duplicateRows, lastDigits);
const rows = Array.from({ length: duplicateRows }, (_, index) => index + 1);
const rowOfNumber = new Map<number, number>();
for (const row of rows) if (!rowOfNumber.has(lastDigits(row))) rowOfNumber.set(lastDigits(row), row);
const firstRows = [...rowOfNumber.values()];
const others = rows.filter((row) => rowOfNumber.get(lastDigits(row)) !== row);
const numberOf = (row: number): string => `+1415${5_550_000 + lastDigits(row)}`;

describe('an import that looks for duplicates', () => {
  let testEnv: TimeSkippingEnv;
  /** Each reading of the clock advances it so far that a time budget ends after one batch. */
  let readingTakesMs = 20_000;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    // Other tests cover the jobs themselves.
    testEnv.deps.workflows = { ...testEnv.workflows, startJob: () => Promise.resolve() };
    let lateMs = 0;
    testEnv.deps.clock = { nowMs: async () => (await testEnv.nowMs()) + (lateMs += readingTakesMs) };
    await testEnv.restart();
  }, 30_000);
  beforeEach(() => {
    readingTakesMs = 20_000;
  });
  afterAll(() => testEnv.close());

  const campaignOf = (): Promise<string> => testEnv.campaign();
  const store = async (campaignId: string, onDuplicate: BulkImport['OnDuplicate']): Promise<BulkImport> => {
    const given = { rows: duplicateRows, text: file, nowMs: await testEnv.nowMs() };
    return storeImport(testEnv.deps, campaignId, onDuplicate === undefined ? given : { ...given, onDuplicate });
  };
  const process = async (bulkImport: BulkImport): Promise<BulkImport> => {
    await testEnv.workflows.startImport(bulkImport);
    await testEnv.env.client.workflow.getHandle(jobImportWorkflowId(bulkImport.ID)).result();
    const ended = await testEnv.deps.store.imports.load(bulkImport.ID);
    if (ended === undefined) throw new Error('The import is gone.');
    return ended;
  };
  const storedJobs = async ({ ID }: BulkImport): Promise<{ row: number; reason: string | undefined }[]> => {
    const jobs = testEnv.deps.mongo.db.collection<Pick<Job, 'ImportID' | 'FailureReason'> & { Metadata: string }>(
      'jobs',
    );
    const found = await jobs.find({ ImportID: ID }).sort({ _id: 1 }).toArray();
    return found.map(({ Metadata, FailureReason }) => ({
      row: (JSON.parse(Metadata) as Record<string, number>)['__service_RowID'] ?? 0,
      reason: FailureReason,
    }));
  };
  const reportedRows = async ({ ID }: BulkImport): Promise<number[]> => {
    const errors = await testEnv.deps.store.importErrors.list(ID, 0, duplicateRows);
    expect(new Set(errors.map(({ Code }) => Code))).toEqual(new Set(['duplicate_number']));
    return errors.map(({ Row }) => Row);
  };

  it('makes one job for each number, that of its first row, and accounts for all others, although every step is lost once', async () => {
    const { imports, importErrors } = testEnv.deps.store;
    const bulkImport = await store(await campaignOf(), 'skip');
    const { advance } = imports;
    const { insertMissing } = importErrors;
    let [advances, inserts] = [0, 0];
    // Lost before the cursor advanced, and between the claims and the jobs of a batch.
    imports.advance = (...given) =>
      ++advances % 2 === 1 ? Promise.reject(new Error('The worker was lost before the cursor.')) : advance(...given);
    importErrors.insertMissing = (...given) =>
      ++inserts % 3 === 1 ? Promise.reject(new Error('The worker was lost in a batch.')) : insertMissing(...given);
    const ended = await process(bulkImport).finally(() => {
      imports.advance = advance;
      importErrors.insertMissing = insertMissing;
    });
    expect([advances > 2, inserts > 3]).toEqual([true, true]);
    const jobs = await storedJobs(bulkImport);
    expect(jobs.map(({ row }) => row)).toEqual(firstRows);
    expect(ended).toMatchObject({
      State: 'completed',
      Rows: duplicateRows,
      RowsInvalid: 0,
      RowsSkipped: duplicateRows - jobs.length,
    });
    expect(await reportedRows(bulkImport)).toEqual(others);
  }, 120_000);

  it('settles a row that is repeated as before, although the open job that decided it has ended in between', async () => {
    const campaignId = await campaignOf();
    const nowMs = await testEnv.nowMs();
    const { store: repositories } = testEnv.deps;
    const open = aJob({ ID: 'job_open_before', OrgID: orgId, CampaignID: campaignId, CreatedMS: nowMs });
    await repositories.jobs.insert({ ...open, State: 'scheduled', PhoneNumber: numberOf(1) });
    const bulkImport = await store(campaignId, 'skip');
    const { advance } = repositories.imports;
    repositories.imports.advance = async () => {
      repositories.imports.advance = advance;
      const key = { orgId, campaignId, jobId: open.ID };
      await repositories.jobs.requestCancel(key, nowMs);
      // The first batch is stored, and would be stored otherwise now.
      expect(await repositories.jobsByNumber.findOpen(key, [numberOf(1)])).toEqual(new Set());
      throw new Error('The worker was lost before the cursor.');
    };
    const ended = await process(bulkImport);
    const made = (await storedJobs(bulkImport)).map(({ row }) => row);
    expect(made).toEqual(firstRows.filter((row) => row !== 1));
    expect(ended.Rows).toBe(made.length + (ended.RowsSkipped ?? 0));
    expect(await reportedRows(bulkImport)).toEqual([1, ...others]);
  }, 120_000);

  it('fails the jobs of duplicates if it was asked to', async () => {
    const bulkImport = await store(await campaignOf(), 'fail');
    const ended = await process(bulkImport);
    const jobs = await storedJobs(bulkImport);
    expect(jobs.map(({ row }) => row)).toEqual(rows);
    const failed = jobs.filter(({ reason }) => reason === 'invalid_configuration').map(({ row }) => row);
    expect(failed).toEqual(others);
    expect(ended).toMatchObject({ Rows: duplicateRows, RowsInvalid: others.length, RowsSkipped: 0 });
    const [second = 0] = others;
    const job = await testEnv.deps.store.jobs.load(jobIdOfRow(ended, second) ?? '');
    expect(job?.FailureMessage).toBe(
      `Row ${second} of the import is invalid: ContactPhoneNumber: The number is in row ${rowOfNumber.get(lastDigits(second))} of the file already.`,
    );
    // What the claims name is forgotten with the file.
    const claims = testEnv.deps.mongo.db.collection<{ _id: string }>('import_numbers');
    const ofImport = { _id: { $regex: `^${bulkImport.ID}/` } };
    expect(await claims.countDocuments(ofImport)).toBe(numbers);
    await testEnv.deps.store.importNumbers.erase(bulkImport.ID);
    expect(await claims.countDocuments(ofImport)).toBe(0);
  }, 120_000);

  it('canceled while a batch of duplicates was lost: the batch is finished, and what it skipped is counted', async () => {
    const campaignId = await campaignOf();
    const bulkImport = await store(campaignId, 'skip');
    const { imports } = testEnv.deps.store;
    const { advance } = imports;
    readingTakesMs = 0;
    // A batch whose first row is skipped is stored and lost.
    const lost = others.find((row) => row % batchLimits.rows === 1) ?? 0;
    expect(lost).toBeGreaterThan(0);
    imports.advance = async (...given) => {
      if (given[1].from + 1 < lost) return advance(...given);
      [imports.advance, readingTakesMs] = [advance, 20_000];
      await imports.requestCancel({ orgId, importId: bulkImport.ID }, await testEnv.nowMs());
      throw new Error('The worker was lost before the cursor advanced.');
    };
    const ended = await process(bulkImport);
    expect(ended.State).toBe('canceled');
    const made = await storedJobs(bulkImport);
    expect(ended.Rows).toBe(made.length + (ended.RowsSkipped ?? 0));
    expect(ended.RowsSkipped).toBeGreaterThan(0);
    expect((await reportedRows(bulkImport)).filter((row) => row > ended.Rows)).toEqual([]);
  }, 120_000);
});
