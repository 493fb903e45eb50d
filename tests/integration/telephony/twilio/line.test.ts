import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { createLine, type Line } from '../../../../apps/api/line/create-line';
import type { LiveServer } from '../../../../apps/worker/media/live-server';
import type { CallReport } from '../../../../shared/adapters/telephony/twilio/callback';
import { createTwilioAccount } from '../../../../shared/adapters/telephony/twilio/settings';
import { apiSettingsSchema } from '../../../../shared/config/settings.schema';
import { createCallRecord } from '../../../../shared/domain/call/call-record';
import { aJob } from '../../../support/builders';
import { startLiveServer } from '../../../support/live-server';
import { testKeys } from '../../../support/master-keys';
import { sign } from '../../../support/twilio/callbacks';
import { openTestStore, type TestStore } from '../../../support/worker';
import { until } from '../../../support/until';

const authToken = 'token';
const settings = apiSettingsSchema.parse({
  ...testKeys,
  OUTDIAL_PREVIOUS_MASTER_KEYS: undefined,
  MONGODB_URI: 'mongodb://127.0.0.1:1',
  CALL_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: authToken,
  // No call of these tests gets so far as to use it.
  TWILIO_BASE_URL: 'http://127.0.0.1:1',
  PUBLIC_URL: 'https://calls.example.com',
});
const { urls, client } = createTwilioAccount(settings);
const sid = `CA${'1'.repeat(32)}`;
const logger = pino({ level: 'silent' });

let opened: TestStore;
let worker: LiveServer;
let line: Line;
let server: Server;
let local: string;
beforeAll(async () => {
  opened = await openTestStore();
  worker = await startLiveServer();
  const created = await createLine(settings, { store: opened.store, logger, nowMs: () => Date.now() });
  line = created!;
  server = createServer(express().use(line.router));
  line.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  local = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await line.close();
  await client.close();
  await new Promise((resolve) => server.close(resolve));
  await worker.close();
  await opened.drop();
});

/** A call that is about to be dialed by the worker. */
async function dialedCall() {
  const job = aJob({ CreatedMS: Date.now() });
  await opened.store.jobs.insert(job);
  const call = { ...createCallRecord(job, 1, Date.now()), MediaAddress: worker.address() };
  await opened.store.calls.claim(call);
  const reports: CallReport[] = [];
  const sockets: WebSocket[] = [];
  const onReport = (report: CallReport) => void reports.push(report);
  worker.lines.serve(call.ID, { onReport, onMedia: (socket) => void sockets.push(socket) });
  const log = opened.store.twilioCalls;
  const numbers = { to: '+358401234567', from: '+358409876543' };
  await log.begin({ attemptKey: call.ID, jobId: job.ID, ...numbers, startedMs: 1 });
  return { attemptKey: call.ID, reports, sockets, log };
}

it('a callback reaches the worker that dialed, and its id the database, with the signature over the public URL', async () => {
  const { attemptKey, reports, log } = await dialedCall();
  const url = urls.format({ attemptKey, purpose: 'status' });
  const form = { CallSid: sid, CallStatus: 'ringing', To: '+358401234567' };
  const answer = await request(`http://${local}${new URL(url).pathname}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': sign(authToken, url, form),
    },
    body: new URLSearchParams(form).toString(),
  });
  await answer.body.dump();
  expect(answer.statusCode).toBe(204);
  expect(reports).toEqual([{ sid, status: 'ringing' }]);
  expect((await log.find(attemptKey))?.sid).toBe(sid);
});

it('a callback to an absolute target has the path of its target, whatever its host', async () => {
  const port = Number(local.split(':')[1]);
  const send = (target: string, signature: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `POST ${target} HTTP/1.1\r\nHost: x\r\nX-Twilio-Signature: ${signature}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
        ),
      );
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('close', () => resolve(text.slice(0, 12)));
      socket.on('error', reject);
    });
  const { attemptKey } = await dialedCall();
  const url = urls.format({ attemptKey, purpose: 'status' });
  const path = new URL(url).pathname;
  expect(await send('http://x:99999/line/twilio/a/b/status', 'anything')).toBe('HTTP/1.1 403');
  expect(await send(`http://x${path}`, 'anything')).toBe('HTTP/1.1 403');
  // Signed, and of no use: it names no call.
  expect(await send(`http://x${path}`, sign(authToken, url, {}))).toBe('HTTP/1.1 400');
});

it('the audio of a call reaches the worker that dialed, and back', async () => {
  const { attemptKey, sockets } = await dialedCall();
  const url = urls.format({ attemptKey, purpose: 'media' });
  expect(url.startsWith('wss://calls.example.com/')).toBe(true);
  const twilio = new WebSocket(`ws://${local}${new URL(url).pathname}`, {
    headers: { 'x-twilio-signature': sign(authToken, url) },
  });
  const got: string[] = [];
  twilio.on('message', (data: Buffer) => got.push(data.toString()));
  await new Promise((resolve) => twilio.once('open', resolve));
  const [peer] = await until(
    () => sockets,
    (seen) => seen.length === 1,
  );
  const heard = new Promise<string>((resolve) => peer!.once('message', (data: Buffer) => resolve(data.toString())));
  twilio.send('{"event":"connected"}');
  expect(await heard).toBe('{"event":"connected"}');
  peer!.send('{"event":"clear"}');
  await until(
    () => got,
    (seen) => seen.length === 1,
  );
  const closed = new Promise((resolve) => twilio.once('close', resolve));
  peer!.close(1000);
  expect(await closed).toBe(1000);
});

it('is not there if no provider needs it', async () => {
  const other = { ...settings, CALL_PROVIDER: ['simulated' as const] as typeof settings.CALL_PROVIDER };
  const deps = { store: opened.store, logger, nowMs: () => Date.now() };
  expect(await createLine(other, deps)).toBeUndefined();
});
