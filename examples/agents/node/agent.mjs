// A voice agent in one process, without any model service: it asks for an appointment and understands four answers.
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { fromMulaw, loudnessOf, toMulaw } from './audio.mjs';
import { createSpeech } from './speech.mjs';

const replies = {
  'yes please': { say: 'Thank you. The appointment is booked. Goodbye.', end: 'conversation_complete', booked: true },
  'no thank you': { say: 'Thank you for your time. Goodbye.', end: 'conversation_complete', booked: false },
  'please do not call me again': { say: 'I have noted that. I am sorry to have disturbed you. Goodbye.', optOut: true },
  'please repeat that': { say: 'I said: shall I book the appointment?' },
};
const unclear = { say: 'I did not understand. Shall I book the appointment?' };
const maxUnclear = 2;

/** A turn of the contact ends after so much silence. */
const silenceMs = 600;
const minSpeechMs = 200;
const loudness = 300;

/** Collects the contact's audio, and passes each turn on. */
function createTurns(onTurn) {
  let [chunks, speechMs, quietMs] = [[], 0, 0];
  return (samples) => {
    const ms = samples.length / 16;
    const isLoud = loudnessOf(samples) > loudness;
    quietMs = isLoud ? 0 : quietMs + ms;
    if (isLoud) speechMs += ms;
    if (speechMs > 0) chunks.push(samples);
    if (speechMs === 0 || quietMs < silenceMs) return;
    const turn = speechMs >= minSpeechMs ? Int16Array.from(chunks.flatMap((chunk) => [...chunk])) : undefined;
    [chunks, speechMs, quietMs] = [[], 0, 0];
    if (turn) onTurn(turn);
  };
}

/** Leads one call. @param socket the websocket of Outdial, or of Twilio */
function converse(socket, speech) {
  let streamSid = '';
  let [unclearTurns, marks] = [0, 0];
  let isOver = false;
  const send = (message) => socket.send(JSON.stringify({ streamSid, ...message }));
  const report = (role, content) => send({ event: 'outdial.message', role, content });

  /** Says a text, and goes on once the contact has heard it. */
  const heard = new Map();
  const say = async (text) => {
    report('assistant', text);
    const payload = toMulaw(await speech.speak(text));
    // Pieces of a second: a message has at most 64 kB.
    for (let at = 0; at < payload.length; at += 8_000)
      send({ event: 'media', media: { payload: payload.subarray(at, at + 8_000).toString('base64') } });
    const name = `said-${++marks}`;
    send({ event: 'mark', mark: { name } });
    await new Promise((resolve) => heard.set(name, resolve));
  };

  const answer = async (turn) => {
    if (isOver) return;
    // The contact interrupts: what was not spoken yet is dropped.
    send({ event: 'clear' });
    const text = await speech.hear(turn);
    report('user', text);
    const reply = replies[text] ?? unclear;
    if (replies[text] === undefined) unclearTurns++;
    const gaveUp = unclearTurns > maxUnclear;
    isOver = gaveUp || reply.end !== undefined || reply.optOut === true;
    if (reply.booked !== undefined) send({ event: 'outdial.output', data: { Booked: reply.booked } });
    if (reply.optOut) send({ event: 'outdial.opt_out' });
    await say(gaveUp ? 'I am sorry, I do not understand. Goodbye.' : reply.say);
    if (isOver) send({ event: 'outdial.end', reason: gaveUp ? 'other_unsuccessful' : reply.end });
  };
  const turns = createTurns((turn) => void answer(turn).catch((error) => socket.close(1011, error.message)));

  socket.on('message', (json) => {
    const message = JSON.parse(json);
    if (message.event === 'start') {
      streamSid = message.start.streamSid;
      const name = message.start.customParameters.name ?? 'there';
      say(`Hello ${name}, this is an automated call. Shall I book your appointment?`).catch((error) =>
        socket.close(1011, error.message),
      );
    }
    if (message.event === 'media') turns(fromMulaw(Buffer.from(message.media.payload, 'base64')));
    if (message.event === 'mark') heard.get(message.mark.name)?.();
  });
}

/** Starts the agent. @returns its URL, and a function that stops it */
export async function startAgent({ port = 7860, host = '127.0.0.1', programs } = {}) {
  const speech = createSpeech(Object.keys(replies), programs);
  const server = createServer((_req, res) => res.writeHead(426).end());
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    converse(socket, speech);
  });
  await new Promise((resolve) => server.listen(port, host, resolve));
  return {
    url: `ws://${host}:${server.address().port}`,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(resolve);
      }),
  };
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { PORT = '7860', FLITE: flite, POCKETSPHINX: pocketsphinx, POCKETSPHINX_MODEL: model } = process.env;
  const { url } = await startAgent({ port: Number(PORT), programs: { flite, pocketsphinx, model } });
  console.log(`The agent listens on ${url}`);
}
