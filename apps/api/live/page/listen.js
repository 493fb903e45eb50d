/* global document, location, history, window, fetch, WebSocket, AudioContext, AudioWorkletNode, URLSearchParams */

const channels = { user: 16_000, bot: 24_000 };
const pollEveryMs = 1_000;
const closings = {
  1000: 'The call has ended.',
  1001: 'The service is restarting.',
  1008: 'The API key is no longer valid.',
  1013: 'Too many listeners.',
};

const byId = (id) => document.getElementById(id);
const say = (text) => (byId('status').textContent = text);
const fields = { key: byId('key'), campaign: byId('campaign'), job: byId('job'), call: byId('callId') };
let session;

/** Reads the fragment of the address, which is never sent to a server, and removes the key from it. */
function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const [name, field] of Object.entries(fields)) if (given.has(name)) field.value = given.get(name);
  if (!given.has('key')) return;
  given.delete('key');
  history.replaceState(null, '', `${location.pathname}${given.size > 0 ? `#${given}` : ''}`);
}

const jobPath = ({ campaign, job }) => `/campaigns/${encodeURIComponent(campaign)}/jobs/${encodeURIComponent(job)}`;

/** Creates a ticket for one websocket: a URL never holds the key. */
async function createTicket(at, call, channel) {
  const path = `${jobPath(at)}/calls/${encodeURIComponent(call.ID)}/audio-tickets`;
  const headers = { 'content-type': 'application/json' };
  return (await ask(at, path, { method: 'POST', headers, body: JSON.stringify({ Channel: channel }) })).Ticket;
}

async function ask(at, path, options = {}) {
  const response = await fetch(path, {
    ...options,
    headers: { ...options.headers, authorization: `Bearer ${at.key}` },
  });
  const body = await response.json();
  if (!response.ok) throw new Error(body.detail ?? body.title ?? `The service answered ${response.status}.`);
  return body;
}

const callsOf = async (at) => (await ask(at, jobPath(at))).Data.Calls ?? [];

/** @returns the given call, or the last one; waits until it is answered */
async function findCall(at) {
  for (;;) {
    const calls = await callsOf(at);
    const call = at.call === '' ? calls.at(-1) : calls.find(({ ID }) => ID === at.call);
    if (call === undefined && at.call !== '') throw new Error('Unknown call.');
    if (call !== undefined && call.State !== 'creating') return call;
    if (at.over) throw new Error('Stopped listening.');
    say('Waiting for the contact to answer…');
    await new Promise((resolve) => window.setTimeout(resolve, pollEveryMs));
  }
}

const samplesOf = (pcm) => {
  const view = new DataView(pcm);
  return Float32Array.from({ length: pcm.byteLength / 2 }, (_, i) => view.getInt16(i * 2, true) / 32_768);
};

/** Speech is mostly quiet: the meter shows decibels, from -60 to 0. */
const shown = (level) => (level < 0.001 ? 0 : Math.min(1, 1 + Math.log10(level) / 3));

/** Plays one side, in an audio context at its own sample rate to avoid resampling twice. */
async function play(at, call, channel) {
  const context = new AudioContext({ sampleRate: channels[channel], latencyHint: 'interactive' });
  at.contexts.push(context);
  await context.audioWorklet.addModule('/listen/playback.js');
  const node = new AudioWorkletNode(context, 'playback', { numberOfInputs: 0, outputChannelCount: [1] });
  node.connect(context.destination);
  const meter = byId(`meter-${channel}`);
  node.port.onmessage = ({ data: level }) => {
    meter.value = shown(level);
    meter.dataset.peak = String(Math.max(Number(meter.dataset.peak), meter.value));
  };
  await context.resume();
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const path = `${jobPath(at)}/calls/${encodeURIComponent(call.ID)}/stream-audio-${channel}`;
  const ticket = await createTicket(at, call, channel);
  const socket = new WebSocket(`${scheme}//${location.host}${path}?ticket=${encodeURIComponent(ticket)}`);
  at.sockets.push(socket);
  socket.binaryType = 'arraybuffer';
  socket.onmessage = ({ data }) => {
    const samples = samplesOf(data);
    node.port.postMessage(samples, [samples.buffer]);
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onclose = ({ code }) => reject(new Error(closings[code] ?? 'The audio is unavailable.'));
  });
  socket.onclose = ({ code }) => {
    meter.value = 0;
    if (!at.over) say(closings[code] ?? 'The connection to the call audio was lost.');
  };
}

function showMessages(messages) {
  byId('messages').replaceChildren(
    ...messages.map(({ role, content }) => {
      const item = document.createElement('li');
      item.className = role;
      item.textContent = `${role === 'assistant' ? 'Assistant' : 'Contact'}: ${content ?? ''}`;
      return item;
    }),
  );
}

/** Shows the transcript until the call ends. */
async function follow(session, callId) {
  while (!session.over) {
    const call = (await callsOf(session)).find(({ ID }) => ID === callId);
    showMessages(call?.Messages ?? []);
    byId('stop').disabled = call?.State !== 'active';
    if (call?.State !== 'active') return;
    await new Promise((resolve) => window.setTimeout(resolve, pollEveryMs));
  }
}

function leave() {
  if (session === undefined) return;
  session.over = true;
  for (const socket of session.sockets) socket.close();
  for (const context of session.contexts) void context.close();
  byId('stop').disabled = true;
}

async function listen() {
  leave();
  const values = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()]));
  session = { ...values, over: false, sockets: [], contexts: [] };
  const mine = session;
  try {
    const call = await findCall(mine);
    mine.callId = call.ID;
    if (call.State !== 'active') {
      showMessages(call.Messages);
      throw new Error('The call has ended.');
    }
    const wanted = Object.keys(channels).filter((channel) => byId(`hear-${channel}`).checked);
    await Promise.all(wanted.map((channel) => play(mine, call, channel)));
    say('Listening.');
    await follow(mine, call.ID);
  } catch (error) {
    if (!mine.over) say(error.message);
  }
}

async function stop() {
  byId('stop').disabled = true;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ Reason: 'Stopped by a listener.' });
  try {
    await ask(session, `${jobPath(session)}/calls/${session.callId}/stop`, { method: 'POST', headers, body });
  } catch (error) {
    say(error.message);
  }
}

readAddress();
window.addEventListener('hashchange', readAddress);
byId('call').addEventListener('submit', (event) => {
  event.preventDefault();
  void listen();
});
byId('stop').addEventListener('click', () => void stop());
