import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { followsEvent, followsEvents, isKeptByEvents } from '../../../apps/console/src/lib/event-queries';

const jobKey = (campaignID: string, jobID: string) => [
  'get',
  '/campaigns/{campaignID}/jobs/{jobID}',
  { params: { path: { campaignID, jobID }, query: { events: '1' } } },
];
const ofJob = { Event: 'call_ended', CampaignID: 'campaign_a', JobID: 'job_1' } as const;
const ofCampaign = { Event: 'campaign_paused', CampaignID: 'campaign_a' } as const;

describe('the queries that follow events', () => {
  it('are those about the same job, about its campaign, and about all campaigns', () => {
    expect(followsEvent(jobKey('campaign_a', 'job_1'), ofJob)).toBe(true);
    expect(followsEvent(jobKey('campaign_a', 'job_2'), ofJob)).toBe(false);
    expect(followsEvent(jobKey('campaign_b', 'job_1'), ofJob)).toBe(false);
    const list = (campaignID: string) => ['get', '/campaigns/{campaignID}/jobs', { params: { path: { campaignID } } }];
    expect(followsEvent(list('campaign_a'), ofJob)).toBe(true);
    expect(followsEvent(list('campaign_b'), ofJob)).toBe(false);
    expect(followsEvent(['get', '/calls', { params: { query: { state: 'active' } } }], ofJob)).toBe(true);
  });

  it('are those of a kind that the event changes', () => {
    expect(followsEvent(['get', '/campaigns'], ofJob)).toBe(false);
    expect(followsEvent(['get', '/campaigns'], ofCampaign)).toBe(true);
    const schedule = '/campaigns/{campaignID}/jobs/{jobID}/schedule';
    const path = { campaignID: 'campaign_a', jobID: 'job_1' };
    // A pause holds every job of the campaign.
    expect(followsEvent(['get', schedule, { params: { path } }], ofCampaign)).toBe(true);
    expect(followsEvent(['get', '/calls'], { ...ofJob, Event: 'analysis_ready' })).toBe(false);
  });

  it('are no others: what is no answer of the API, or has no events', () => {
    for (const key of [['readiness'], ['bulk-dry-run', 'campaign_a', {}], ['get', '/workers'], ['get', '/me']]) {
      expect(followsEvents(key)).toBe(false);
      expect(isKeptByEvents(key)).toBe(false);
      expect(followsEvent(key, ofJob)).toBe(false);
    }
    // The progress of an import is no event, so it is asked for as before.
    expect(isKeptByEvents(['get', '/imports/{importID}', {}])).toBe(false);
  });

  it('name paths that the API has', () => {
    const { paths } = JSON.parse(readFileSync(join(__dirname, '../../../docs/openapi.json'), 'utf8')) as {
      paths: Record<string, { get?: object }>;
    };
    const followed = Object.keys(paths).filter((path) => followsEvents(['get', path]));
    const source = readFileSync(join(__dirname, '../../../apps/console/src/lib/event-queries.ts'), 'utf8');
    const named = [...source.matchAll(/^ {2}'(\/[^']*)':/gm)].map(([, path]) => path);
    expect(named.length).toBeGreaterThan(5);
    expect(followed.sort()).toEqual(named.sort());
    expect(followed.filter((path) => paths[path]?.get === undefined)).toEqual([]);
  });
});
