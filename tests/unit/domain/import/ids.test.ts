import fc from 'fast-check';
import { jobIdOfRow, jobIdRangeOf, nextRowBatch, type JobIdParts } from '../../../../shared/domain/import/import';

const CreatedMS = 1_795_000_000_000;
const Salt = '0123456789abc';
const withBatches = (...Batches: JobIdParts['Batches']) => ({ CreatedMS, JobIDs: { Salt, Batches } });
const oneBatch = withBatches({ LastRow: 0xffffff, AtMS: CreatedMS });

describe('the id of a row’s job', () => {
  it('is stable, has the format of other job ids and sorts by row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xfffffe }), fc.integer({ min: 1, max: 5_000 }), (row, more) => {
        const next = Math.min(row + more, 0xffffff);
        const [id = '', later = ''] = [jobIdOfRow(oneBatch, row), jobIdOfRow(oneBatch, next)];
        expect(id).toBe(jobIdOfRow({ ...oneBatch }, row));
        expect(id).toMatch(/^job_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
        expect(id < later).toBe(true);
      }),
    );
  });

  it('differs between imports of the same millisecond', () => {
    const JobIDs = { ...oneBatch.JobIDs, Salt: '0123456789abd' };
    expect(jobIdOfRow(oneBatch, 1)).not.toBe(jobIdOfRow({ CreatedMS, JobIDs }, 1));
  });

  it('carries the instant of its batch, stays when later batches come, and sorts by row over batches', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: -2_000, max: 2_000 }))),
        (steps) => {
          let bulkImport = withBatches();
          let nowMs = CreatedMS;
          const given: (string | undefined)[] = [];
          for (const [rows, passedMs] of steps) {
            // Workers' clocks differ: the next batch may come from one that is slow.
            nowMs += passedMs;
            const lastRow = given.length + rows;
            expect(jobIdOfRow(bulkImport, lastRow)).toBeUndefined();
            bulkImport = withBatches(...bulkImport.JobIDs.Batches, nextRowBatch(bulkImport, lastRow, nowMs));
            while (given.length < lastRow) given.push(jobIdOfRow(bulkImport, given.length + 1));
          }
          const all = given.map((_, index) => jobIdOfRow(bulkImport, index + 1));
          expect(all).toEqual(given);
          expect([...all].sort()).toEqual(all);
          const { firstId, lastId } = jobIdRangeOf(bulkImport);
          expect(all.every((id = '') => firstId < id && id < lastId)).toBe(true);
        },
      ),
    );
  });

  it('of an import of an earlier version stays as it was', () => {
    expect(jobIdOfRow({ CreatedMS, JobSalt: Salt }, 4_097)).toBe('job_01a1ee565e0070018004123456789abc');
  });
});
