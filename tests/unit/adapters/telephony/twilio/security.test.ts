import { createConnection } from 'node:net';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { TwilioRefusedError } from '../../../../../shared/adapters/telephony/twilio/errors';
import { type FaultyCalls, startFaultyCalls } from '../../../../support/twilio/faulty-calls';
import { sign } from '../../../../support/twilio/callbacks';

let calls: FaultyCalls;
beforeAll(async () => {
  calls = await startFaultyCalls();
});
afterAll(() => calls.rig.close());

/** A call that rings, with the form of a callback that would end it. */
async function ringingCall() {
  const requested = calls.requestTo('no_answer');
  const observed = await calls.dial(requested);
  await calls.reach(observed, 'ringing');
  const call = calls.callOf(requested)!;
  return { ...observed, url: call.form['StatusCallback']!, form: { CallSid: call.sid, CallStatus: 'busy' } };
}

async function post(url: string, form: Record<string, string>, signature?: string): Promise<number> {
  const answer = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(signature !== undefined && { 'x-twilio-signature': signature }),
    },
    body: new URLSearchParams(form).toString(),
  });
  await answer.body.dump();
  return answer.statusCode;
}

/** @returns the status of a refused handshake, or 101 */
const connect = (url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url, { headers });
    socket.on('error', () => undefined);
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.once('open', () => {
      resolve(101);
      socket.terminate();
    });
  });

describe('a callback', () => {
  it('has no effect without the signature of Twilio, for another call, or for what was not signed', async () => {
    const { authToken } = calls.rig.twilio;
    const { url, form, leg, types } = await ringingCall();
    const otherUrl = url.replace(/call_fault_\d+/, 'call_other');
    expect(await post(url, form)).toBe(403);
    expect(await post(url, form, sign('other token', url, form))).toBe(403);
    expect(await post(url, form, sign(authToken, url, { ...form, CallStatus: 'ringing' }))).toBe(403);
    // Signed by Twilio, but the token in the path is of another call.
    expect(await post(otherUrl, form, sign(authToken, otherUrl, form))).toBe(403);
    expect(await post(url, {}, sign(authToken, url, {}))).toBe(400);
    expect(types()).toEqual(['ringing']);
    expect(await post(url, form, sign(authToken, url, form))).toBe(204);
    expect((await leg.ended).reason).toBe('contact_busy');
  });

  it('of another call of the account does not end the call', async () => {
    const { url, leg, types } = await ringingCall();
    const form = { CallSid: `CA${'0'.repeat(32)}`, CallStatus: 'busy' };
    expect(await post(url, form, sign(calls.rig.twilio.authToken, url, form))).toBe(204);
    expect(types()).toEqual(['ringing']);
    await leg.hangUp();
  });

  it('at another path of Twilio does not exist', async () => {
    const url = `${calls.rig.publicUrl}/line/twilio/else`;
    expect(await post(url, {}, sign(calls.rig.twilio.authToken, url, {}))).toBe(404);
  });
});

/** @returns the first line of the answer to a handshake of a websocket version that does not exist */
const connectBadly = (url: string, signature: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port, pathname } = new URL(url);
    const socket = createConnection({ host: hostname, port: Number(port) }, () => {
      const headers = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 99'];
      const own = [
        `Host: ${hostname}`,
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
        `X-Twilio-Signature: ${signature}`,
      ];
      socket.write([`GET ${pathname} HTTP/1.1`, ...headers, ...own, '', ''].join('\r\n'));
    });
    socket.once('data', (bytes) => {
      resolve(bytes.toString().split('\r\n')[0] ?? '');
      socket.destroy();
    });
  });

describe('the audio of a call', () => {
  it('holds no connection to the worker if the handshake fails', async () => {
    const { url, leg } = await ringingCall();
    const media = url.replace('http', 'ws').replace('/status', '/media');
    expect(await connectBadly(media, sign(calls.rig.twilio.authToken, media))).toBe('HTTP/1.1 400 Bad Request');
    expect(await leg.ended).toMatchObject({ detail: 'media_lost' });
  });

  it('is connected to nothing but Twilio, and to no call that has no worker', async () => {
    const { authToken } = calls.rig.twilio;
    const { url, leg } = await ringingCall();
    const media = url.replace('http', 'ws').replace('/status', '/media');
    expect(await connect(media, {})).toBe(403);
    expect(await connect(media, { 'x-twilio-signature': sign('other token', media) })).toBe(403);
    const status = url.replace('http', 'ws');
    expect(await connect(status, { 'x-twilio-signature': sign(authToken, status) })).toBe(403);
    await leg.hangUp();
    expect(await connect(media, { 'x-twilio-signature': sign(authToken, media) })).toBe(503);
  });
});

describe('the end of the process', () => {
  it('ends its calls at Twilio, takes no others, and closes the connections', async () => {
    const worker = await calls.rig.startWorker();
    const requested = calls.requestTo('answers');
    const { leg } = await calls.dial(requested, worker);
    await worker.close?.();
    expect((await leg.ended).reason).toBe('assistant_hung_up');
    expect(['completed', 'canceled']).toContain(calls.callOf(requested)?.status);
    await expect(calls.dial(calls.requestTo('answers'), worker)).rejects.toMatchObject({ name: 'CallRefusedError' });
  });
});

it.each([
  [0, 1_000],
  [30, 30_000],
  [1e9, 3_600_000],
  [undefined, 1_000],
])('a Retry-After of %p s is one of %i ms', (retryAfterSeconds, expected) => {
  expect(new TwilioRefusedError(429, { retryAfterSeconds }).retryAfterMs).toBe(expected);
});
