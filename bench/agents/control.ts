/**
 * The control: a bare process that sends what the calls send, and does nothing else. Its late frames are those of the machine.
 * Forked by `bench/agents.ts` with the number of calls.
 */
import { createSocket } from 'node:dgram';
import { frameMs } from '../../shared/domain/audio/format';
import { createLateness } from './lateness';

const calls = Number(process.argv[2]);
/** What a frame of G.711 takes with the header of RTP. */
const packet = Buffer.alloc(172);
const lateness = createLateness();

const socket = createSocket({ type: 'udp4', lookup: (address, _options, done) => done(null, address, 4) });

/** Each call has frames of its own, as those of a playout. */
function startStream(port: number, stream: number): void {
  const beganMs = performance.now() + Math.random() * frameMs;
  let frames = 0;
  const pump = (): void => {
    const elapsedMs = performance.now() - beganMs;
    for (; frames * frameMs <= elapsedMs; frames++) {
      lateness.add(elapsedMs - frames * frameMs);
      const own = Buffer.from(packet);
      own.writeUInt32BE(stream, 8);
      own.writeUInt32BE(frames, 4);
      socket.send(own, port, '127.0.0.1');
    }
    setTimeout(pump, Math.ceil(frames * frameMs - elapsedMs));
  };
  pump();
}

process.on('message', (command: { sendTo: number } | 'reset' | 'report') => {
  if (command === 'reset') lateness.reset();
  else if (command === 'report') process.send?.({ control: lateness.report() });
  else for (let stream = 0; stream < calls; stream++) startStream(command.sendTo, stream);
});
process.on('disconnect', () => process.exit());
