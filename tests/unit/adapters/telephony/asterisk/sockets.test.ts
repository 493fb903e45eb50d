// cspell:ignore dialstatus slin
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { createAriEvents, parseEvent, type AriEvent } from '../../../../../shared/adapters/telephony/asterisk/events';
import { openMediaSocket } from '../../../../../shared/adapters/telephony/asterisk/media-socket';
import { until } from '../../../../support/until';

let server: WebSocketServer;
let url: string;
let sockets: WebSocket[];
let texts: string[];
let frames: Buffer[];
beforeEach(async () => {
  [sockets, texts, frames] = [[], [], []];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) frames.push(data);
      else texts.push(String(data));
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const socket of server.clients) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});
const untilConnected = (count: number) =>
  until(
    () => sockets.length,
    (length) => length >= count,
  );

describe('the events of Asterisk', () => {
  const options = { user: 'u', password: 'p', app: 'app' };

  it('reach the listeners of their channel, and a listener that throws harms no other', async () => {
    const events = createAriEvents({ ...options, url });
    const seen: AriEvent[] = [];
    events.onChannel('one', () => {
      throw new Error('listener');
    });
    events.onChannel('one', (event) => seen.push(event));
    await events.ready(5_000);
    sockets[0]?.send('no JSON');
    sockets[0]?.send(JSON.stringify({ type: 'StasisStart', channel: { id: 'two' } }));
    sockets[0]?.send(JSON.stringify({ type: 'Dial', peer: { id: 'one' }, dialstatus: 'RINGING' }));
    await until(
      () => seen.length,
      (length) => length > 0,
    );
    expect(seen).toEqual([{ type: 'Dial', peer: { id: 'one' }, dialstatus: 'RINGING' }]);
    events.close();
  });

  it('come again after the connection broke, or was cut without a word', async () => {
    const events = createAriEvents({ ...options, url, checkEveryMs: 20 });
    let reopened = 0;
    events.onReconnected(() => reopened++);
    // The server answers no pings.
    await untilConnected(2);
    sockets.at(-1)?.terminate();
    await until(
      () => reopened,
      (count) => count >= 2,
    );
    events.close();
  });

  it('are known to be missing when there is no connection', async () => {
    const events = createAriEvents({ ...options, url: 'http://127.0.0.1:1' });
    await expect(events.ready(50)).rejects.toThrow(/50 ms/);
    events.close();
  });

  it.each(['', '[]', '{}', '{"type":1}', '{"type":"x","channel":"y"}'])(
    'are ignored when they cannot be read: %s',
    (text) => {
      expect(parseEvent(text)).toBeUndefined();
    },
  );
});

describe('the media connection', () => {
  const start = JSON.stringify({ event: 'MEDIA_START', format: 'slin16', optimal_frame_size: 640 });
  const open = async (first: string) => {
    const opening = openMediaSocket({ url: url.replace('http', 'ws'), authorization: 'x', withinMs: 2_000 });
    opening.catch(() => undefined);
    await untilConnected(1);
    sockets[0]?.send(Buffer.alloc(640));
    sockets[0]?.send(first);
    return opening;
  };
  const said = (count: number) =>
    until(
      () => texts.length,
      (length) => length >= count,
    );

  it.each([
    ['plain text', 'MEDIA_START connection_id:1', /22\.8/],
    ['another format', JSON.stringify({ event: 'MEDIA_START', format: 'ulaw', optimal_frame_size: 160 }), /ulaw/],
  ])('is refused when Asterisk sends %s', async (_, first, message) => {
    await expect(open(first)).rejects.toThrow(message);
  });

  it('hears nothing that came before the start', async () => {
    const media = await open(start);
    const heard: Buffer[] = [];
    media.onAudio((pcm) => heard.push(pcm));
    sockets[0]?.send(Buffer.alloc(640, 1));
    await until(
      () => heard.length,
      (length) => length > 0,
    );
    expect(heard).toEqual([Buffer.alloc(640, 1)]);
    media.close();
  });

  it('resolves a mark when Asterisk has played it, and drops those that were flushed or cut off', async () => {
    const media = await open(start);
    const [one, two] = [media.mark(), media.mark()];
    await said(2);
    const { correlation_id: id } = JSON.parse(texts[0] ?? '') as { correlation_id: string };
    sockets[0]?.send(JSON.stringify({ event: 'MEDIA_MARK_PROCESSED', correlation_id: id }));
    expect(await one).toBe('heard');
    media.flush();
    expect(await two).toBe('dropped');
    const three = media.mark();
    const closed = new Promise<void>((resolve) => media.onClosed(resolve));
    await said(4);
    expect(texts.map((text) => (JSON.parse(text) as { command: string }).command)).toEqual([
      'MARK_MEDIA',
      'MARK_MEDIA',
      'FLUSH_MEDIA',
      'MARK_MEDIA',
    ]);
    sockets[0]?.terminate();
    expect(await three).toBe('dropped');
    await closed;
    expect(await media.mark()).toBe('dropped');
  });

  it('leaves out silence, and only that, while Asterisk has too much', async () => {
    const media = await open(start);
    const [silence, speech] = [Buffer.alloc(640), Buffer.alloc(640, 7)];
    for (let i = 0; i < 50; i++) media.send(silence);
    await said(1);
    expect(JSON.parse(texts[0] ?? '')).toEqual({ command: 'GET_STATUS' });
    sockets[0]?.send(JSON.stringify({ event: 'STATUS', queue_length: 5 }));
    // It is handled once a later message is.
    const mark = media.mark();
    await said(2);
    sockets[0]?.send(JSON.stringify({ event: 'MEDIA_MARK_PROCESSED', correlation_id: 'm1' }));
    await mark;
    for (const pcm of [speech, silence, silence, speech, silence]) media.send(pcm);
    await until(
      () => frames.length,
      (length) => length >= 53,
    );
    expect(frames.slice(50)).toEqual([speech, speech, silence]);
    media.close();
  });
});
