import { connect } from 'node:net';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import type { LiveServer } from '../../../apps/worker/media/live-server';
import { createMediaTokens } from '../../../shared/adapters/media/media-token';
import type { AudioChannel } from '../../../shared/domain/audio/format';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import { startTestApi, type TestApi } from '../../support/api';
import { testKeys } from '../../support/master-keys';
import { listenTo, refusal } from '../../support/listen';
import { fakeLeg } from '../../support/fake-leg';
import { insertKey } from '../../support/keys';
import { until } from '../../support/until';
import { startLiveServer } from '../../support/live-server';

const logged: string[] = [];
const logger = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
let api: TestApi;
let worker: LiveServer;
beforeAll(async () => {
  worker = await startLiveServer(logger);
  api = await startTestApi({ listeners: { perCall: 3, perOrganization: 5 }, logger });
});
afterAll(async () => {
  await api.stop();
  await worker.close();
});

const urlOf = ({ JobID, ID, CampaignID }: CallRecord, channel: AudioChannel): string =>
  `${api.url.replace('http', 'ws')}/campaigns/${CampaignID}/jobs/${JobID}/calls/${ID}/stream-audio-${channel}`;

/** A call that the worker handles. @param fields overrides of its record */
async function aCall(fields: Partial<CallRecord> = {}) {
  const job = await api.insertJob({ State: 'calling' });
  const call = await api.insertCall(job, { MediaAddress: worker.address(), ...fields });
  const fake = fakeLeg(call.ID);
  return { call, fake, live: worker.serve(fake.leg) };
}

describe('a websocket that is refused', () => {
  it('gets 401, 404 and 409 as problem details', async () => {
    const { call } = await aCall();
    const other = await api.anotherCaller();
    const ended = await aCall({ State: 'ended' });
    const creating = await aCall({ State: 'creating' });
    const problem = 'application/problem+json; charset=utf-8';
    const answers = await Promise.all([
      refusal(urlOf(call, 'bot')),
      refusal(urlOf(call, 'bot'), 'x'.repeat(30)),
      refusal(`${urlOf(call, 'bot')}?apiKey=${'x'.repeat(30)}`),
      refusal(urlOf(call, 'bot'), other.key),
      refusal(urlOf({ ...call, JobID: 'job_other' }, 'bot'), api.key),
      refusal(urlOf({ ...call, ID: '%00' }, 'bot'), api.key),
      refusal(urlOf(call, 'bot').replace('-bot', '-all'), api.key),
      refusal(urlOf(ended.call, 'bot'), api.key),
      refusal(urlOf(creating.call, 'user'), api.key),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 404, 404, 404, 404, 409, 409]);
    for (const { headers, body, status } of answers)
      expect([headers['content-type'], body]).toMatchObject([problem, { status, requestId: headers['x-request-id'] }]);
  });

  it('gets 503 when the worker is unreachable, and 409 when the worker has ended the call', async () => {
    const unreachable = await aCall({ MediaAddress: '127.0.0.1:1' });
    const withoutAddress = await aCall({ MediaAddress: undefined });
    const ended = await aCall();
    ended.live.end(1000);
    const answers = await Promise.all(
      [unreachable, withoutAddress, ended].map(({ call }) => refusal(urlOf(call, 'bot'), api.key)),
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 409]);
    expect(answers[0]?.body).toMatchObject({ code: 'audio_unavailable' });
  });

  it('gets 426 for a plain HTTP request', async () => {
    const { call } = await aCall();
    const path = urlOf(call, 'bot').replace(/^ws:\/\/[^/]+/, '');
    const { status, headers, body } = await api.request('GET', path);
    expect([status, headers.get('upgrade')]).toEqual([426, 'websocket']);
    expect(body).toMatchObject({ code: 'upgrade_required' });
    expect((await fetch(`${api.url}${path}?apiKey=${api.key}`)).status).toBe(426);
  });
});

describe('listeners of one call', () => {
  it('share one socket to the worker for each side, which closes with the last of them', async () => {
    const { call, fake } = await aCall();
    const both = await Promise.all([
      listenTo(urlOf(call, 'user'), api.key),
      listenTo(`${urlOf(call, 'user')}?apiKey=${api.key}`),
    ]);
    await until(
      () => fake.listeners.size,
      (size) => size === 1,
    );
    fake.speak('bot', 1);
    fake.speak('user', 2);
    await until(
      () => both.map(({ frames }) => frames.length),
      ([a, b]) => a === 1 && b === 1,
    );
    for (const { frames } of both) expect(frames[0]).toEqual(Buffer.alloc(640, 2));
    for (const { socket } of both) socket.close();
    await until(
      () => fake.listeners.size,
      (size) => size === 0,
    );
  });

  it('above the limits of the call and the organization are closed with 1013; the others stay connected', async () => {
    const first = await aCall();
    const second = await aCall();
    const three = await Promise.all([1, 2, 3].map(() => listenTo(urlOf(first.call, 'bot'), api.key)));
    const fourth = await listenTo(urlOf(first.call, 'bot'), api.key);
    expect((await fourth.closed).code).toBe(1013);
    const two = await Promise.all([1, 2].map(() => listenTo(urlOf(second.call, 'bot'), api.key)));
    const sixth = await listenTo(urlOf(second.call, 'bot'), api.key);
    expect((await sixth.closed).code).toBe(1013);
    for (const { socket } of [...three, ...two]) expect(socket.readyState).toBe(WebSocket.OPEN);
    three[0]?.socket.close();
    await three[0]?.closed;
    const again = await until(
      async () => listenTo(urlOf(first.call, 'bot'), api.key),
      ({ socket }) => socket.readyState === WebSocket.OPEN,
    );
    for (const { live } of [first, second]) live.end(1000);
    for (const listener of [...three.slice(1), ...two, again]) expect((await listener.closed).code).toBe(1000);
  });

  it('lose frames and are disconnected when they are too slow, while the others receive every frame', async () => {
    const { call, fake, live } = await aCall();
    const good = await listenTo(urlOf(call, 'bot'), api.key);
    // A listener that never reads: a raw socket that is paused after the upgrade.
    const { hostname, port, pathname } = new URL(urlOf(call, 'bot'));
    const stuck = connect(Number(port), hostname);
    stuck.on('error', () => undefined);
    const closed = new Promise((resolve) => stuck.once('close', resolve));
    stuck.write(
      `GET ${pathname}?apiKey=${api.key} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
    );
    await new Promise((resolve) => stuck.once('data', resolve));
    stuck.pause();
    let spoken = 0;
    const cut = (): boolean => logged.some((line) => line.includes(call.ID) && line.includes('"code":1006'));
    // Faster than real time, so that the buffers of the operating system fill quickly. `unit/api/live/backpressure` has how long it may lag.
    await until(
      () => {
        for (let i = 0; i < 40; i++, spoken++) fake.speak('bot', spoken % 251);
        return good.frames.length;
      },
      () => cut(),
      30_000,
    );
    await until(
      () => good.frames.length,
      (count) => count === spoken,
    );
    good.frames.forEach((frame, i) => expect(frame[0]).toBe(i % 251));
    const left = logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((one) => one['msg'] === 'live.left' && one['callId'] === call.ID);
    expect(Number(left?.['dropped'])).toBeGreaterThan(100);
    stuck.destroy();
    await closed;
    live.end(1000);
    expect((await good.closed).code).toBe(1000);
  }, 60_000);

  it('are closed with 1011 when the worker is lost during the call', async () => {
    const alone = await startLiveServer(logger);
    const { call } = await aCall({ MediaAddress: alone.address() });
    alone.serve(fakeLeg(call.ID).leg);
    const listener = await listenTo(urlOf(call, 'user'), api.key);
    await alone.close();
    expect((await listener.closed).code).toBe(1011);
  });

  it('are closed with 1001 when the API shuts down', async () => {
    const short = await startTestApi({ logger });
    const job = await short.insertJob({ State: 'calling' });
    const call = await short.insertCall(job, { MediaAddress: worker.address() });
    worker.serve(fakeLeg(call.ID).leg);
    const listener = await listenTo(
      urlOf(call, 'bot').replace(api.url.replace('http', 'ws'), short.url.replace('http', 'ws')),
      short.key,
    );
    const [{ code }] = await Promise.all([listener.closed, short.stop()]);
    expect(code).toBe(1001);
  });
});

describe("the worker's own server", () => {
  it('requires a token for the same call', async () => {
    const { call, fake } = await aCall();
    const tokens = createMediaTokens(testKeys);
    const base = `${worker.address() ?? ''}/calls/${call.ID}`;
    const hangUp = { action: 'hang_up', callId: call.ID } as const;
    const other = { ...hangUp, callId: 'call_other' };
    const wrong = ['', 'x', api.key, tokens.sign(other, Date.now()), tokens.sign(hangUp, Date.now() - 60_000)];
    for (const token of wrong) {
      expect((await refusal(`ws://${base}/audio/bot`, token)).status).toBe(401);
      const stop = await fetch(`http://${base}/hang-up`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(stop.status).toBe(401);
    }
    expect(fake.hungUp()).toBe(0);
  });

  it('hangs up immediately when the API forwards a stop', async () => {
    const { call, fake } = await aCall();
    const path = `/campaigns/${call.CampaignID}/jobs/${call.JobID}/calls/${call.ID}/stop`;
    const { status } = await api.request('POST', path, {});
    expect(status).toBe(202);
    await until(fake.hungUp, (times) => times === 1);
  });
});

it('writes no key into any log', () => {
  expect(logged.length).toBeGreaterThan(10);
  expect(logged.join('')).not.toContain(api.key);
});

describe('a key that listens', () => {
  it('requires the scope, and reaches its own campaigns only', async () => {
    const { call } = await aCall({ State: 'active' });
    const without = await insertKey(api, { Scopes: ['jobs:read', 'recordings:read'] });
    expect(await refusal(urlOf(call, 'bot'), without.key)).toMatchObject({ status: 403 });
    const elsewhere = await insertKey(api, { CampaignIDs: ['campaign_other'] });
    expect(await refusal(urlOf(call, 'bot'), elsewhere.key)).toMatchObject({ status: 404 });
  });

  it('is disconnected within seconds of its revocation', async () => {
    const { call } = await aCall({ State: 'active' });
    const { id, key } = await insertKey(api);
    const listener = await listenTo(urlOf(call, 'bot'), key);
    expect((await api.request('DELETE', `/api-keys/${id}`)).status).toBe(200);
    expect((await listener.closed).code).toBe(1008);
    const entries = await api.request<{ AuditLogEntries: { Data: { Action: string } }[] }>(
      'GET',
      `/audit-log?key=${id}`,
    );
    expect(entries.body.AuditLogEntries.map(({ Data }) => Data.Action)).toEqual(['call.listened']);
  });
});
