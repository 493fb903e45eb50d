import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveServer } from '../../../apps/worker/media/live-server';
import { createLogger } from '../../../shared/adapters/logger';
import { createMongo } from '../../../shared/adapters/mongo/client';
import { createTicketsRepository } from '../../../shared/adapters/mongo/tickets.repository';
import { createGridFsRecordingStore } from '../../../shared/adapters/recordings/gridfs';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import { startTestApi, type TestApi } from '../../support/api';
import { fakeLeg } from '../../support/fake-leg';
import { insertKey } from '../../support/keys';
import { listenTo, refusal } from '../../support/listen';
import type { Request } from '../../support/requests';
import { setting } from '../../support/setting';
import { startLiveServer } from '../../support/live-server';

const logged: string[] = [];
const logger = createLogger('api', 'trace', { write: (line: string) => void logged.push(line) });
const clock = { aheadMs: 0 };
const folder = mkdtempSync(join(tmpdir(), 'outdial-tickets-'));
let api: TestApi;
let worker: LiveServer;
let call: CallRecord;
beforeAll(async () => {
  worker = await startLiveServer(logger);
  api = await startTestApi({ logger, deps: { nowMs: () => Date.now() + clock.aheadMs } });
  const job = await api.insertJob({ State: 'calling', TestJob: true });
  call = await api.insertCall(job, { MediaAddress: worker.address(), Recordings: ['merged.mp3'] });
  worker.serve(fakeLeg(call.ID).leg);
  writeFileSync(join(folder, 'merged.mp3'), Buffer.alloc(1_000, 7));
  await createGridFsRecordingStore(api.mongo.db).put(call, 'merged.mp3', join(folder, 'merged.mp3'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.stop();
  await worker.close();
});
beforeEach(() => {
  clock.aheadMs = 0;
});

const callPath = (): string => `/campaigns/${call.CampaignID}/jobs/${call.JobID}/calls/${call.ID}`;
const audioUrl = (channel: 'bot' | 'user'): string =>
  `${api.url.replace('http', 'ws')}${callPath()}/stream-audio-${channel}`;
const download = (ticket: string, file = 'merged.mp3') =>
  fetch(`${api.url}${callPath()}/recordings/${file}?ticket=${ticket}`);

async function createTicket(kind: 'audio' | 'recording', request: Request = api.request): Promise<string> {
  const body = kind === 'audio' ? { Channel: 'bot' } : { File: 'merged.mp3' };
  const created = await request<{ Ticket: string }>('POST', `${callPath()}/${kind}-tickets`, body);
  expect(created.status).toBe(201);
  return created.body.Ticket;
}

describe('a ticket', () => {
  it('opens one websocket, however many request it at once', async () => {
    const ticket = await createTicket('audio');
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => listenTo(`${audioUrl('bot')}?ticket=${ticket}`)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) if (attempt.status === 'fulfilled') attempt.value.socket.close();
    expect(await refusal(`${audioUrl('bot')}?ticket=${ticket}`)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
  });

  it('downloads one recording, once', async () => {
    const ticket = await createTicket('recording');
    const answer = await download(ticket);
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 1_000]);
    expect((await download(ticket)).status).toBe(401);
  });

  it('is for one side and one file of one call only, and a request elsewhere does not use it up', async () => {
    const [audio, recording] = [await createTicket('audio'), await createTicket('recording')];
    expect((await refusal(`${audioUrl('user')}?ticket=${audio}`)).status).toBe(401);
    expect((await download(recording, 'input.mp3')).status).toBe(401);
    expect((await download(audio)).status).toBe(401);
    expect((await fetch(`${api.url}${api.jobs}?ticket=${recording}`)).status).toBe(401);
    expect((await download(recording)).status).toBe(200);
    (await listenTo(`${audioUrl('bot')}?ticket=${audio}`)).socket.close();
  });

  it('expires after 60 seconds', async () => {
    const [early, late] = [await createTicket('recording'), await createTicket('recording')];
    clock.aheadMs = 55_000;
    expect((await download(early)).status).toBe(200);
    clock.aheadMs = 60_000;
    expect((await download(late)).status).toBe(401);
  });

  it('is refused at once when its key is revoked, and ends the session that it opened', async () => {
    const { id, request } = await insertKey(api);
    const [used, unused] = [await createTicket('audio', request), await createTicket('recording', request)];
    const listener = await listenTo(`${audioUrl('bot')}?ticket=${used}`);
    // Another process revokes it: this one's cache still holds the key.
    await api.store.apiKeys.revoke(api.orgId, id, Date.now());
    expect((await download(unused)).status).toBe(401);
    expect((await listener.closed).code).toBe(1008);
  });

  it('requires the scope of its use, a call of the organization, and the campaign of the key', async () => {
    const ask = async (request: Request, kind: 'audio' | 'recording') =>
      (
        await request(
          'POST',
          `${callPath()}/${kind}-tickets`,
          kind === 'audio' ? { Channel: 'bot' } : { File: 'merged.mp3' },
        )
      ).status;
    const listens = await insertKey(api, { Scopes: ['calls:listen'] });
    const reads = await insertKey(api, { Scopes: ['recordings:read'] });
    const elsewhere = await insertKey(api, { CampaignIDs: ['campaign_other'] });
    const stranger = await api.anotherCaller();
    expect([await ask(listens.request, 'audio'), await ask(listens.request, 'recording')]).toEqual([201, 403]);
    expect([await ask(reads.request, 'audio'), await ask(reads.request, 'recording')]).toEqual([403, 201]);
    expect([await ask(elsewhere.request, 'audio'), await ask(stranger.request, 'recording')]).toEqual([404, 404]);
  });

  it('is used up by exactly one of several processes', async () => {
    const connections = Array.from({ length: 3 }, () =>
      createMongo({ MONGODB_URI: setting('OUTDIAL_TEST_MONGODB'), MONGODB_DATABASE: api.mongo.db.databaseName }),
    );
    const processes = connections.map(({ db }) => createTicketsRepository(db));
    const ticket = { OrgID: api.orgId, KeyID: 'key_1', Path: '/x', ExpiresMS: Date.now() + 60_000 };
    for (let round = 0; round < 10; round++) {
      const text = await api.store.tickets.create(ticket);
      const received = await Promise.all(processes.map(({ consume }) => consume(text, '/x', Date.now())));
      expect(received.filter((one) => one !== undefined)).toEqual([ticket]);
    }
    await Promise.all(connections.map((connection) => connection.close()));
  });

  it.each([
    ['audio', { Channel: 'bot' }],
    ['recording', { File: 'merged.mp3' }],
  ])('for %s is in the first response only, not in a repeat by another key', async (kind, body) => {
    const headers = { 'idempotency-key': `ticket-${kind}` };
    const create = (request: Request) => request('POST', `${callPath()}/${kind}-tickets`, body, { headers });
    expect((await create(api.request)).status).toBe(201);
    const created = await api.mongo.db.collection('tickets').countDocuments();
    const other = await insertKey(api, { Scopes: ['calls:listen', 'recordings:read'] });
    for (const request of [api.request, other.request])
      expect(await create(request)).toMatchObject({ status: 410, body: { code: 'idempotency_secret_not_stored' } });
    expect(await api.mongo.db.collection('tickets').countDocuments()).toBe(created);
  });

  it('is stored as a hash, deleted after its expiry, and in no log', async () => {
    const text = await createTicket('recording');
    expect(JSON.stringify(await api.mongo.db.collection('tickets').find().toArray())).not.toContain(text);
    await download(text);
    expect(logged.join('')).not.toContain('ticket_');
    await createTicket('recording');
    await api.store.purge.deleteBatch(Date.now() + 60_000, 1_000);
    expect(await api.mongo.db.collection('tickets').countDocuments()).toBe(0);
  });
});

it('is what the listening page puts into the URL of a websocket, never the key', async () => {
  const script = await (await fetch(`${api.url}/listen/listen.js`)).text();
  expect(script).toContain('audio-tickets');
  expect(script).not.toContain('apiKey');
});

describe('a session', () => {
  const signIn = async (key: string): Promise<string> => {
    const headers = { authorization: `Bearer ${key}`, 'sec-fetch-site': 'same-origin' };
    const answer = await fetch(`${api.url}/session`, { method: 'POST', headers });
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };

  it('opens a websocket of a page of the service only, until the browser signs out or the key is revoked', async () => {
    const { key, id } = await insertKey(api);
    const [first, second] = [await signIn(key), await signIn(key)];
    for (const origin of [undefined, 'null', 'http://evil.test', 'http://127.0.0.1:1']) {
      const headers = { cookie: first, ...(origin === undefined ? {} : { origin }) };
      expect(await refusal(audioUrl('bot'), undefined, headers)).toMatchObject({ status: 403 });
    }
    const listeners = [];
    for (const cookie of [first, second])
      listeners.push(await listenTo(audioUrl('bot'), undefined, { cookie, origin: api.url }));
    const headers = { cookie: first, 'sec-fetch-site': 'same-origin' };
    expect((await fetch(`${api.url}/session`, { method: 'DELETE', headers })).status).toBe(200);
    expect((await listeners[0]?.closed)?.code).toBe(1008);
    expect(listeners[1]?.socket.readyState).toBe(1);
    await api.request('DELETE', `/api-keys/${id}`);
    expect((await listeners[1]?.closed)?.code).toBe(1008);
  });

  it('plays a recording in ranges', async () => {
    const cookie = await signIn(api.key);
    for (const range of ['bytes=0-9', 'bytes=10-19']) {
      const answer = await fetch(`${api.url}${callPath()}/recordings/merged.mp3`, { headers: { cookie, range } });
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 10]);
    }
  });
});
