import { bulkBody, bulkRefusal } from '../../../apps/console/src/pages/campaign/bulk-filter';
import { readJobsSearch } from '../../../apps/console/src/lib/jobs-search';
import { wilson } from '../../../apps/console/src/lib/wilson';

const none = { reasons: [], callAtMs: undefined };

describe('the filters of a list of jobs', () => {
  it('are read from an address; what is unknown is left out', () => {
    const search = { state: 'failed', test: false, import_id: 'import_1', after: 7, other: 'x', search: '' };
    expect(readJobsSearch(search)).toEqual({ state: 'failed', test: 'false', import_id: 'import_1', after: '7' });
    expect(readJobsSearch({ state: 'nothing', before_ms: 'x' })).toEqual({});
  });

  it('select the same jobs for a bulk action; no filter selects all', () => {
    const search = { state: 'failed', test: 'false', created_after: '2030-01-01T00:00:00.000Z' } as const;
    expect(bulkBody('redial', search, { ...none, reasons: ['wrong_contact'] }, true)).toEqual({
      Action: 'redial',
      Filter: {
        States: ['failed'],
        Test: false,
        CreatedAfter: '2030-01-01T00:00:00.000Z',
        FailureReasons: ['wrong_contact'],
      },
      DryRun: true,
    });
    expect(bulkBody('reschedule', {}, { ...none, callAtMs: 1_900_000_000_400 }, false)).toEqual({
      Action: 'reschedule',
      Filter: { All: true },
      CallAtUnixSeconds: 1_900_000_000,
    });
  });

  it('say why an action can change none of the jobs', () => {
    expect(bulkRefusal('cancel', { state: 'completed' })).toMatch(/created, scheduled, calling.*completed/);
    expect(bulkRefusal('cancel', { search: '+14155550123' })).toMatch(/search/);
    expect(bulkRefusal('cancel', { state: 'scheduled' })).toBeUndefined();
  });
});

describe("Wilson's interval", () => {
  it('holds the ratio and stays between 0 and 1', () => {
    const [low, high] = wilson(43, 100);
    // Newcombe 1998, method 3.
    expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.337', '0.528']);
    expect(wilson(0, 5)[0]).toBe(0);
    expect(wilson(5, 5)[1]).toBe(1);
  });
});
