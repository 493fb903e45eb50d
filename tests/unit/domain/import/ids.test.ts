import fc from 'fast-check';
import { jobIdOfRow } from '../../../../shared/domain/import/import';

const bulkImport = { CreatedMS: 1_795_000_000_000, JobSalt: '0123456789abc' };

describe('the id of a row’s job', () => {
  it('is stable, has the format of other job ids and sorts by row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xfffffe }), fc.integer({ min: 1, max: 5_000 }), (row, more) => {
        const next = Math.min(row + more, 0xffffff);
        const [id, later] = [jobIdOfRow(bulkImport, row), jobIdOfRow(bulkImport, next)];
        expect(id).toBe(jobIdOfRow({ ...bulkImport }, row));
        expect(id).toMatch(/^job_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
        expect(id < later).toBe(true);
      }),
    );
  });
  it('differs between imports of the same millisecond', () => {
    expect(jobIdOfRow(bulkImport, 1)).not.toBe(jobIdOfRow({ ...bulkImport, JobSalt: '0123456789abd' }, 1));
  });
});
