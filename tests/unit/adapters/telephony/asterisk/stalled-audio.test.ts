// cspell:ignore slin
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createLegAudio } from '../../../../../shared/adapters/telephony/asterisk/leg-audio';
import { openMediaSocket } from '../../../../../shared/adapters/telephony/asterisk/media-socket';
import { until } from '../../../../support/until';

/** Asterisk's end of the audio, in a thread that goes on while this one stands still. It sends as many frames as it is asked for. */
const farEnd = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { WebSocketServer } = require('ws');
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const sent = new Int32Array(workerData);
  let number = 0;
  let socket;
  server.on('connection', (opened) => {
    socket = opened;
    socket.send(JSON.stringify({ event: 'MEDIA_START', format: 'slin16', optimal_frame_size: 640 }));
  });
  parentPort.on('message', (count) => {
    for (let n = 1; n <= count; n++)
      socket.send(Buffer.alloc(640, ++number), () => {
        Atomics.add(sent, 0, 1);
        Atomics.notify(sent, 0);
      });
  });
  server.once('listening', () => parentPort.postMessage(server.address().port));
`;

it('the audio of the contact has no gap after the process stood still: what has arrived is read before it is played', async () => {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(farEnd, { eval: true, workerData: sent.buffer });
  const [port] = (await once(worker, 'message')) as [number];
  const media = await openMediaSocket({ url: `ws://127.0.0.1:${port}`, authorization: 'x', withinMs: 10_000 });
  let arrived = 0;
  const counting: typeof media = {
    ...media,
    onAudio: (listener) =>
      media.onAudio((pcm) => {
        arrived += pcm.length / 640;
        listener(pcm);
      }),
  };
  let elapsedMs = 0;
  const audio = createLegAudio({
    media: counting,
    elapsedMs: () => elapsedMs,
    after: (_ms, fn) => {
      const timer = setTimeout(fn, 0);
      return () => clearTimeout(timer);
    },
    onError: () => undefined,
  });
  const heard: number[] = [];
  audio.frames.add(({ channel, pcm }) => channel === 'user' && heard.push(pcm[0]!));
  audio.start();
  worker.postMessage(3);
  await until(
    () => arrived,
    (count) => count === 3,
  );
  // The process stands still until the far end has sent the next five, and eight frames are due.
  worker.postMessage(5);
  for (let count = Atomics.load(sent, 0); count < 8; count = Atomics.load(sent, 0)) Atomics.wait(sent, 0, count, 1_000);
  elapsedMs = 160;
  await until(
    () => heard,
    (numbers) => numbers.length >= 9,
  );
  expect(heard.slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  audio.end();
  media.close();
  await worker.terminate();
});
