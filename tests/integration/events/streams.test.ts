import { randomBytes } from 'node:crypto';
import { apiKeyHash } from '../../../shared/adapters/crypto/api-key';
import { newId } from '../../../shared/adapters/ids';
import type { JobStateEvent } from '../../../shared/domain/webhook/event';
import { startTestApi, type Caller, type TestApi } from '../../support/api';
import { readEvents, type EventReader, type ReadOptions } from '../../support/event-reader';
import { anonymousRequest } from '../../support/requests';
import { until } from '../../support/until';
import { anEvent } from './an-event';

let api: TestApi;
let other: Caller;
const opened: EventReader[] = [];

beforeAll(async () => {
  api = await startTestApi({ eventStreams: { perKey: 3, perOrganization: 5, perProcess: 6 } });
  other = await api.anotherCaller();
}, 60_000);
afterEach(() => {
  for (const reader of opened.splice(0)) reader.close();
});
afterAll(() => api.stop());

const read = async (options: Partial<ReadOptions> = {}): Promise<EventReader> => {
  const reader = await readEvents(api.url, { key: api.key, ...options });
  opened.push(reader);
  return reader;
};

const record = async (...events: JobStateEvent[]): Promise<void> =>
  api.store.events.recordStates(events.map((event) => [event, {}]));

/** A key of the first organization. */
async function createKey(fields: Record<string, unknown> = {}): Promise<{ key: string; id: string }> {
  const key = randomBytes(24).toString('base64url');
  const ID = newId('key');
  const stored = { ID, OrgID: api.orgId, Hash: apiKeyHash(key), Name: 'Test', CreatedMS: Date.now() };
  await api.store.apiKeys.insertIfAbsent({ ...stored, Scopes: ['jobs:read'], ...fields });
  return { key, id: ID };
}

const idsIn = ({ events }: EventReader): string[] => events.map(({ ID }) => ID);

describe('GET /events', () => {
  it('sends what happens from then on, once, with headers that no proxy buffers or changes', async () => {
    const before = anEvent(api);
    await record(before);
    const reader = await read();
    const event = anEvent(api);
    await record(event);
    await record(event);
    await until(
      () => reader.events.length,
      (count) => count > 0,
    );
    expect(reader.events).toEqual([
      {
        ID: `evt_${event.jobId}_3`,
        EventTimeMS: event.eventTimeMs,
        OrgID: api.orgId,
        CampaignID: api.campaignId,
        JobID: event.jobId,
        Event: 'job_state_updated',
        Data: { State: 'calling' },
        TestJob: false,
      },
    ]);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(reader.headers['content-encoding']).toBeUndefined();
  });

  it('never shows an organization the events of another one', async () => {
    const [own, theirs] = [await read(), await read({ key: other.key })];
    const [mine, foreign] = [anEvent(api), anEvent(api, { orgId: other.orgId, campaignId: other.campaignId })];
    await record(mine);
    await record(foreign);
    await until(
      () => [own.events.length, theirs.events.length],
      ([a, b]) => a === 1 && b === 1,
    );
    expect([own.events[0]?.JobID, theirs.events[0]?.JobID]).toEqual([mine.jobId, foreign.jobId]);
    const resumed = await read({ key: other.key, lastEventId: own.lastEventId() });
    await until(
      () => resumed.events.length,
      (count) => count > 0,
    );
    expect(resumed.events.map(({ OrgID }) => OrgID)).toEqual(resumed.events.map(() => other.orgId));
  });

  it('filters by campaign, job and kind, and shows a limited key its campaigns alone', async () => {
    const second = newId('campaign');
    const { key } = await createKey({ CampaignIDs: [api.campaignId] });
    const wanted = anEvent(api);
    const readers = [
      await read({ query: `?campaign=${api.campaignId}&job=${wanted.jobId}&job=job_none&kind=job_state_updated` }),
      await read({ key }),
      await read({ query: `?kind=call_ended&kind=call_started` }),
    ];
    const last = anEvent(api, { campaignId: second });
    await record(anEvent(api, { campaignId: second }), wanted, last);
    const all = await read({ lastEventId: '0-evt_job_1_1' });
    await until(
      () => idsIn(all),
      (ids) => ids.includes(`evt_${last.jobId}_3`),
    );
    await until(
      () => readers.map(idsIn),
      ([one, two]) => one?.length === 1 && two?.length === 1,
    );
    expect(readers.map(idsIn)).toEqual([[`evt_${wanted.jobId}_3`], [`evt_${wanted.jobId}_3`], []]);
    expect((await read({ key, query: `?campaign=${second}` })).status).toBe(404);
    expect((await read({ query: '?campaign=campaign_missing' })).problem()).toMatchObject({
      code: 'campaign_not_found',
    });
  });

  it.each([
    ['of an unknown kind', '?kind=calls'],
    ['with an operator', '?job[$ne]=1'],
    ['with a NUL', '?job=%00'],
    ['of too many jobs', `?${'job=job_1&'.repeat(101)}`],
    ['with an unknown parameter', '?limit=5'],
  ])('refuses a filter %s', async (_name, query) => {
    const { status, problem } = await read({ query });
    expect([status, problem()['code']]).toEqual([400, 'invalid_query']);
  });

  it.each([
    ['a number', '1'],
    ['an id alone', 'evt_job_1_3'],
    ['a negative time', '-1-evt_job_1_3'],
    ['other characters', '1-evt_job_1_3\u00e9'],
    ['a long id', `1-evt_${'x'.repeat(201)}`],
  ])('refuses %s as Last-Event-ID', async (_name, lastEventId) => {
    const { status, problem } = await read({ lastEventId });
    expect([status, problem()['code']]).toEqual([400, 'invalid_header']);
  });

  it('needs a key that may read jobs', async () => {
    const { key } = await createKey({ Scopes: ['webhooks:read'] });
    expect((await read({ key })).status).toBe(403);
    expect((await read({ key: 'unknown-key-of-no-organization' })).status).toBe(401);
  });
});

describe('a stream that continues', () => {
  it('gets every event behind its last one, and then what happens', async () => {
    const first = await read();
    await record(anEvent(api));
    await until(
      () => first.events.length,
      (count) => count === 1,
    );
    first.close();
    const missed = [anEvent(api), anEvent(api), anEvent(api)];
    for (const event of missed) await record(event);
    const again = await read({ lastEventId: first.lastEventId() });
    const later = anEvent(api);
    await record(later);
    const expected = [...missed, later].map(({ jobId }) => `evt_${jobId}_3`);
    await until(
      () => idsIn(again),
      (ids) => ids.includes(expected.at(-1) ?? ''),
    );
    expect(idsIn(again).filter((id) => expected.includes(id))).toEqual(expected);
  });

  it('is notified of the gap after more than a day', async () => {
    const reader = await read({ lastEventId: `${Date.now() - 90_000_000}-evt_job_1_3` });
    await until(
      () => reader.notices.length,
      (count) => count === 1,
    );
    expect(reader.notices[0]?.event).toBe('gap');
    const later = anEvent(api);
    await record(later);
    await until(
      () => idsIn(reader),
      (ids) => ids.includes(`evt_${later.jobId}_3`),
    );
  });
});

describe('a stream ends', () => {
  it('within seconds of the revocation of its key, and says so', async () => {
    const { key, id } = await createKey();
    const [revoked, stays] = [await read({ key }), await read()];
    await api.request('DELETE', `/api-keys/${id}`);
    await until(() => revoked.hasEnded(), Boolean);
    expect(revoked.notices).toEqual([{ event: 'bye', data: { Reason: 'key_invalid' } }]);
    expect(stays.hasEnded()).toBe(false);
    expect((await read({ key })).status).toBe(401);
  });

  it('within seconds of the end of the session that opened it, also if the key stays valid', async () => {
    const { key, id } = await createKey();
    const session = { OrgID: api.orgId, KeyID: id, KeyHash: apiKeyHash(key), CreatedMS: 0 };
    const ExpiresMS = Date.now() + 3_600_000;
    const cookieOf = async () => `outdial-session=${await api.store.sessions.create({ ...session, ExpiresMS })}`;
    const [signedOut, expired] = [await cookieOf(), await cookieOf()];
    const readers = [await read({ cookie: signedOut }), await read({ cookie: expired }), await read({ key })];
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const send = anonymousRequest(api.url);
    const headers = { cookie: signedOut, 'sec-fetch-site': 'same-origin' };
    expect((await send('DELETE', '/session', undefined, { headers })).status).toBe(200);
    await until(() => readers[0]?.hasEnded(), Boolean);
    expect(readers.map((reader) => reader.hasEnded())).toEqual([true, false, false]);
    await api.mongo.db.collection('sessions').updateMany({ KeyID: id }, { $set: { ExpiresMS: Date.now() } });
    await until(() => readers[1]?.hasEnded(), Boolean);
    const bye = { event: 'bye', data: { Reason: 'session_ended' } };
    expect(readers.map(({ notices }) => notices)).toEqual([[bye], [bye], []]);
  });

  it('with a problem, if the key or the process has too many; a closed one makes room', async () => {
    const readers = [await read(), await read(), await read()];
    const refused = await read();
    expect([refused.status, refused.problem()['code'], refused.headers['retry-after']]).toEqual([
      429,
      'too_many_streams',
      '5',
    ]);
    const { key } = await createKey();
    readers.push(await read({ key }), await read({ key }));
    expect((await read({ key })).problem()['code']).toBe('too_many_streams');
    expect((await read({ key: other.key })).status).toBe(200);
    expect((await read({ key: other.key })).status).toBe(429);
    readers[0]?.close();
    await until(
      async () => (await read({ key: other.key })).status,
      (status) => status === 200,
    );
  });
});
