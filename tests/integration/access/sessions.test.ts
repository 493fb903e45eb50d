import { scopes } from '../../../shared/domain/access/scope';
import type { MeBody } from '../../../shared/contracts/session.schema';
import { insertKey } from '../../support/keys';
import { until } from '../../support/until';
import { expectProblem } from '../api/problem';
import { bearer, cookieOf, ownPage, useApiWithClock } from './browser';

const { clock, api, send, statusOf } = useApiWithClock();
async function signIn(key: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await send('POST', '/session', { ...bearer(key), ...ownPage, ...headers });
  expect(answer.status).toBe(201);
  return cookieOf(answer);
}

describe('a session', () => {
  it('is a cookie that scripts cannot read and other sites cannot send, for 12 hours', async () => {
    const answer = await send<MeBody>('POST', '/session', { ...bearer(api().key), ...ownPage });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^outdial-session=session_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
    ]);
    expect(answer.body).toMatchObject({ OrgID: api().orgId, OrganizationName: 'Test', Scopes: [...scopes] });
    expect(Date.parse(answer.body.SessionExpiresAt ?? '') - Date.now()).toBeGreaterThan(11.9 * 3_600_000);
  });

  it('begins and works whatever unknown keys and sessions others of the same address send', async () => {
    const unknown = Array.from({ length: 150 }, (_, n) => String(n).padStart(43, 'x'));
    const answers = await Promise.all([
      ...unknown.map((text) => statusOf(`outdial-session=session_${text}`)),
      ...unknown.map((text) => statusOf(`outdial-session=${text}`)),
      ...unknown.map(async (text) => (await send('GET', '/me', bearer(text))).status),
    ]);
    expect(new Set(answers)).toEqual(new Set([401]));
    // Neither was valid in this process before.
    const { key } = await insertKey(api());
    expect(await statusOf(await signIn(key))).toBe(200);
  });

  it('creates only API keys that expire with it', async () => {
    const cookie = await signIn(api().key);
    const create = (fields: object) =>
      send<{ KeyID: string }>(
        'POST',
        '/api-keys',
        { cookie, ...ownPage },
        { Name: 'x', Scopes: ['jobs:read'], ...fields },
      );
    const made = await create({});
    expect(made.status).toBe(201);
    const me = await send<MeBody>('GET', '/me', { cookie });
    const stored = await api().store.apiKeys.find(api().orgId, made.body.KeyID);
    expect(new Date(stored?.ExpiresMS ?? 0).toISOString()).toBe(new Date(me.body.SessionExpiresAt ?? '').toISOString());
    const later = new Date(Date.parse(me.body.SessionExpiresAt ?? '') + 60_000).toISOString();
    expect((await create({ ExpiresAt: later })).status).toBe(400);
  });

  it('acts as its key: organization, scopes, campaigns, audit', async () => {
    const { key, id } = await insertKey(api(), {
      Scopes: ['jobs:read', 'jobs:write'],
      CampaignIDs: [api().campaignId],
    });
    const cookie = await signIn(key);
    const me = await send<MeBody>('GET', '/me', { cookie });
    const granted = ['jobs:read', 'jobs:write', 'personal:read'];
    expect(me.body).toMatchObject({ KeyID: id, Scopes: granted, CampaignIDs: [api().campaignId] });
    expect(await statusOf(cookie, api().jobs)).toBe(200);
    expectProblem(await send('GET', '/webhooks', { cookie }), 'forbidden');
    const body = { ContactPhoneNumber: '+14155550123' };
    expect((await send('POST', api().jobs, { cookie, ...ownPage }, body)).status).toBe(201);
    const stranger = await api().anotherCaller();
    expectProblem(await send('GET', stranger.jobs, { cookie }), 'campaign_not_found');
    const { body: log } = await api().request<{ AuditLogEntries: { Data: { Action: string } }[] }>(
      'GET',
      `/audit-log?key=${id}`,
    );
    expect(log.AuditLogEntries.map(({ Data }) => Data.Action)).toEqual(['job.created', 'session.created']);
  });

  it('ends within seconds of the revocation or the expiry of its key', async () => {
    const revoked = await insertKey(api());
    const expiring = await insertKey(api(), { ExpiresMS: Date.now() + 3_600_000 });
    const [first, second] = [await signIn(revoked.key), await signIn(expiring.key)];
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    expect((await api().request('DELETE', `/api-keys/${revoked.id}`)).status).toBe(200);
    expect(
      await until(
        () => statusOf(first),
        (status) => status === 401,
      ),
    ).toBe(401);
    clock.aheadMs = 3_600_001;
    expect(await statusOf(second)).toBe(401);
    // And it has a shorter life than 12 hours from the start.
    const stored = await api().mongo.db.collection('sessions').findOne({ KeyID: expiring.id });
    expect(stored?.['ExpiresMS']).toBe((await api().store.apiKeys.find(api().orgId, expiring.id))?.ExpiresMS);
  });

  it('ends after 12 hours, and when the browser signs out', async () => {
    const cookie = await signIn(api().key);
    const ended = await send('DELETE', '/session', { cookie, ...ownPage });
    expect(ended.status).toBe(200);
    expect(ended.headers.getSetCookie()[0]).toMatch(/^outdial-session=; Path=\/; Max-Age=0; /);
    expect(await statusOf(cookie)).toBe(401);
    const other = await signIn(api().key);
    clock.aheadMs = 12 * 3_600_000 + 1;
    expect(await statusOf(other)).toBe(401);
    clock.aheadMs = 0;
    expectProblem(await send('DELETE', '/session', bearer(api().key)), 'session_not_found');
  });

  it('is stored as a hash only, and at most 100 are kept of a key', async () => {
    const { key, id } = await insertKey(api());
    const first = await signIn(key);
    expect(JSON.stringify(await api().mongo.db.collection('sessions').find().toArray())).not.toContain(first.slice(16));
    const session = {
      OrgID: api().orgId,
      KeyID: id,
      KeyHash: 'h',
      CreatedMS: Date.now() + 1,
      ExpiresMS: Date.now() + 1e7,
    };
    for (let count = 0; count < 101; count++) await api().store.sessions.create(session);
    expect(await api().mongo.db.collection('sessions').countDocuments({ KeyID: id })).toBe(100);
    expect(await api().store.sessions.find(first.split('=')[1] ?? '', Date.now())).toBeUndefined();
  });
});

describe('a forged request', () => {
  const forged: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'Same-Origin, cross-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://outdial.test' },
    { origin: 'null' },
    { origin: 'http://evil.test' },
    { origin: 'http://outdial.test.evil.test' },
    { origin: 'http://127.0.0.1:1' },
  ];

  it.each(forged)('that changes something is refused with %j, and does nothing', async (headers) => {
    const cookie = await signIn(api().key);
    const before = await api().mongo.db.collection('jobs').countDocuments();
    const body = { ContactPhoneNumber: '+14155550123' };
    for (const [method, path] of [
      ['POST', api().jobs],
      ['PATCH', `/campaigns/${api().campaignId}`],
      ['DELETE', '/session'],
    ] as const)
      expectProblem(
        await send(method, path, { cookie, ...headers }, method === 'DELETE' ? undefined : body),
        'cross_site_request',
      );
    expect(await api().mongo.db.collection('jobs').countDocuments()).toBe(before);
    expect(await statusOf(cookie)).toBe(200);
  });

  it('of another site cannot sign a browser in', async () => {
    for (const headers of forged)
      expectProblem(await send('POST', '/session', { ...bearer(api().key), ...headers }), 'cross_site_request');
  });

  it('cannot embed what only the pages may read', async () => {
    const cookie = await signIn(api().key);
    for (const site of ['cross-site', 'same-site'])
      expectProblem(await send('GET', api().jobs, { cookie, 'sec-fetch-site': site }), 'cross_site_request');
    for (const site of ['same-origin', 'none'])
      expect((await send('GET', api().jobs, { cookie, 'sec-fetch-site': site })).status).toBe(200);
  });

  it('is one with the origin of the service, for browsers without the other header', async () => {
    const cookie = await signIn(api().key);
    for (const origin of ['http://outdial.test', api().url])
      expect((await send('POST', api().jobs, { cookie, origin }, { ContactPhoneNumber: '+14155550123' })).status).toBe(
        201,
      );
  });

  it('is no concern of requests with a key, which no browser adds', async () => {
    const headers = { ...bearer(api().key), 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' };
    expect((await send('POST', api().jobs, headers, { ContactPhoneNumber: '+14155550123' })).status).toBe(201);
  });
});

describe('a chosen token', () => {
  it('signs no browser in, and is replaced by a new one', async () => {
    const fixed = `outdial-session=session_${'A'.repeat(43)}`;
    expect(await statusOf(fixed)).toBe(401);
    const cookie = await signIn(api().key, { cookie: fixed });
    expect(cookie).not.toBe(fixed);
    expect(await statusOf(fixed)).toBe(401);
  });

  it('of a session that the browser had ends with the next sign-in', async () => {
    const first = await signIn(api().key);
    const second = await signIn(api().key, { cookie: first });
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  });

  it('beside the real one is refused', async () => {
    const cookie = await signIn(api().key);
    expect(await statusOf(`${cookie}; outdial-session=session_${'B'.repeat(43)}`)).toBe(401);
  });

  it('cannot be renewed without its key', async () => {
    const cookie = await signIn(api().key);
    for (const path of ['/session', '/sign-in-tickets'])
      expectProblem(await send('POST', path, { cookie, ...ownPage }), 'unauthenticated');
  });
});
