import { listHolds } from '../../../../shared/domain/organization/control-state';

describe('the hold of a job after a restore', () => {
  it('is named beside those of the organization and the campaign, and ends with its release', () => {
    const RestoreHold = { FromMS: 0, HeldMS: 1, Found: 'unknown' } as const;
    const [paused, restored] = listHolds({ organization: 'paused' }, { RestoreHold });
    expect([paused, restored]).toEqual([
      'The organization is paused',
      expect.stringContaining('restored from a backup'),
    ]);
    expect(listHolds({}, { RestoreHold: undefined })).toEqual([]);
  });
});
