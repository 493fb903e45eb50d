import { takeBatch, toBatch, type UncountedJob } from '../../../../shared/adapters/mongo/stats/batch';
import { aJob } from '../../../support/builders';

const nowMs = Date.parse('2026-11-23T10:00:00Z');

describe('a batch of changed jobs', () => {
  it('counts a job once that changed while it was read, and was found twice', () => {
    const { ID: _id, ...job } = aJob({ CreatedMS: nowMs });
    const created: UncountedJob = { ...job, _id, Uncounted: 1 };
    const calling: UncountedJob = { ...created, State: 'calling', Uncounted: 2 };
    const taken = takeBatch([created, calling]);
    expect(taken).toEqual([calling]);
    const { Counts, Jobs } = toBatch('scope', taken);
    expect(Counts.find(({ ID }) => ID === 'scope/present')?.Cells).toEqual([
      ['Jobs.calling', 1],
      ['Funnel.In', 1],
    ]);
    expect(Jobs.map(({ IDs, Seen }) => [IDs, Seen])).toEqual([[[_id], 2]]);
  });
});
