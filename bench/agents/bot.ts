/** The voice agents of all calls, in a process of their own, which `bench/agents.ts` forks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { mulaw } from '../../shared/domain/audio/g711';
import { frameMs } from '../../shared/domain/audio/format';
import { concat, sine } from '../../tests/support/audio-clips';
import type { BotReport, StartedCall } from './messages';

/** A turn of an agent: one message every 20 ms, as a model streams its speech. */
const turnFrames = 50;
/** Agents begin their turns independently of each other, and of the frames. */
const pauseMs = (): number => 700 + Math.random() * 600;
const payload = Buffer.from(mulaw.encode(concat([sine(400, frameMs)], 8_000))).toString('base64');

const report: BotReport = { addedMs: [], settlingMs: [], turns: 0, heardFrames: 0 };
const agents = new Set<Agent>();
let ending = false;

interface Agent {
  /** Ends the call after the current turn. */
  end(): void;
}

interface Message {
  event: string;
  streamSid?: string;
  start?: { outdial: StartedCall };
}

function serve(socket: WebSocket): void {
  let streamSid = '';
  let begunMs = 0;
  let speaking = false;
  let pause: NodeJS.Timeout | undefined;
  const send = (message: Record<string, unknown>): void => socket.send(JSON.stringify({ streamSid, ...message }));
  const end = (): void => {
    clearTimeout(pause);
    if (!speaking) send({ event: 'outdial.end', reason: 'conversation_complete' });
  };
  const speak = (): void => {
    speaking = true;
    begunMs = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      for (; sent < turnFrames && sent * frameMs <= performance.now() - begunMs; sent++) sendFrame();
      if (sent < turnFrames && socket.readyState === socket.OPEN) return;
      clearInterval(timer);
      finishTurn();
    }, frameMs / 2);
    sendFrame();
    send({ event: 'mark', mark: { name: 'first' } });
    sent = 1;
  };
  const sendFrame = (): void => send({ event: 'media', media: { payload } });
  const finishTurn = (): void => {
    speaking = false;
    report.turns++;
    if (ending) end();
    else pause = setTimeout(speak, pauseMs());
  };
  const agent = { end };
  const handle = (message: Message): void => {
    if (message.event === 'media') report.heardFrames++;
    // The mark comes back when its 20 ms were heard to their end.
    if (message.event === 'mark') report.addedMs.push(performance.now() - begunMs - frameMs);
    if (message.event !== 'start') return;
    streamSid = message.streamSid ?? '';
    agents.add(agent);
    process.send?.({ started: message.start?.outdial });
    speak();
  };
  socket.on('message', (data: Buffer) => handle(JSON.parse(data.toString()) as Message));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(pause);
    agents.delete(agent);
  });
}

const server = createServer();
new WebSocketServer({ server }).on('connection', serve);
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/agent` });
});
process.on('message', (command) => {
  if (command === 'reset') {
    report.settlingMs.push(...report.addedMs.splice(0));
    report.turns = 0;
  }
  if (command === 'report') process.send?.({ agents: report });
  if (command !== 'end') return;
  ending = true;
  for (const agent of agents) agent.end();
});
process.on('disconnect', () => process.exit());
