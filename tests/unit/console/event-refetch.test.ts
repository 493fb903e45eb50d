import { createEventRefetch, type ShownQuery } from '../../../apps/console/src/lib/event-refetch';
import { createManualTimers } from '../../support/manual-timers';

const event = { Event: 'call_ended', CampaignID: 'campaign_a', JobID: 'job_1' } as const;
const path = { campaignID: 'campaign_a', jobID: 'job_1' };
const key = {
  job: ['get', '/campaigns/{campaignID}/jobs/{jobID}', { params: { path } }],
  stats: ['get', '/campaigns/{campaignID}/stats', { params: { path: { campaignID: 'campaign_a' } } }],
  workers: ['get', '/workers'],
};

function setUp(names: (keyof typeof key)[]) {
  const timers = createManualTimers();
  const queries = new Map<string, ShownQuery>(
    names.map((hash) => [hash, { hash, key: key[hash], updatedMs: timers.nowMs() - 60_000, isFetching: false }]),
  );
  const fetched: string[] = [];
  const refetch = createEventRefetch({
    shown: () => [...queries.values()],
    refetch: (hashes) => {
      for (const hash of hashes) {
        fetched.push(hash);
        const query = queries.get(hash);
        if (query !== undefined) query.updatedMs = timers.nowMs();
      }
    },
    ...timers,
  });
  return { ...timers, queries, fetched, refetch };
}

describe('what events let a page fetch again', () => {
  it('fetches once for a group of events, and only what they change', () => {
    const { refetch, advance, fetched, pending } = setUp(['job', 'stats', 'workers']);
    for (let i = 0; i < 50; i++) refetch.onEvent(event);
    expect(fetched).toEqual([]);
    advance(1_000);
    expect(fetched).toEqual(['job', 'stats']);
    expect(pending()).toBe(0);
  });

  it('fetches no more often than the pace of each query, however many events there are, and once after the last one', () => {
    const { refetch, advance, fetched, pending } = setUp(['job', 'stats']);
    for (let ms = 0; ms < 20_000; ms += 100) {
      refetch.onEvent(event);
      advance(100);
    }
    const count = (name: string): number => fetched.filter((each) => each === name).length;
    expect(count('job')).toBeGreaterThanOrEqual(15);
    expect(count('job')).toBeLessThanOrEqual(20);
    expect(count('stats')).toBeGreaterThanOrEqual(3);
    expect(count('stats')).toBeLessThanOrEqual(4);
    const before = fetched.length;
    refetch.onEvent(event);
    advance(30_000);
    expect(fetched.slice(before).sort()).toEqual(['job', 'stats']);
    expect(pending()).toBe(0);
  });

  it('fetches once more after an answer that was on its way, which may be older than the event', () => {
    const { refetch, advance, fetched, queries } = setUp(['job']);
    queries.get('job')!.isFetching = true;
    refetch.onEvent(event);
    advance(10_000);
    expect(fetched).toEqual([]);
    queries.get('job')!.isFetching = false;
    advance(1_000);
    expect(fetched).toEqual(['job']);
  });

  it('fetches all that events change when some may have been missed, and nothing for pages that were left', () => {
    const { refetch, advance, fetched, queries } = setUp(['job', 'stats', 'workers']);
    refetch.onGap();
    queries.delete('stats');
    advance(1_000);
    expect(fetched).toEqual(['job']);
    refetch.onEvent(event);
    refetch.stop();
    advance(60_000);
    expect(fetched).toEqual(['job']);
  });
});
