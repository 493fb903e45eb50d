// Receives the webhooks of Outdial: verifies each, stores it once, and answers after it is stored.
import { Buffer } from 'node:buffer';
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync } from 'node:fs';
import express from 'express';
import { verifyWebhook, WebhookVerificationError } from '@outdial/client/webhook';

const { WEBHOOK_SECRET = '', HOST = '127.0.0.1', PORT = '3000', EVENTS_FILE = 'events.ndjson' } = process.env;
// During a rotation the old and the new secret are accepted.
const secrets = WEBHOOK_SECRET.split(',').filter((secret) => secret !== '');
if (secrets.length === 0) {
  console.error('Set WEBHOOK_SECRET to the secret that the registration of the webhook returned.');
  process.exit(2);
}

const seen = new Set();
const latest = new Map();

/** Events come in no guaranteed order: the highest EventTimeMS of a job says its state. */
function remember({ id, event }) {
  seen.add(id);
  const before = latest.get(event.JobID);
  if (event.Event !== 'job_state_updated' || (before?.atMs ?? 0) >= event.EventTimeMS) return;
  latest.set(event.JobID, { state: event.Data.State, atMs: event.EventTimeMS });
}

const stored = existsSync(EVENTS_FILE) ? readFileSync(EVENTS_FILE) : Buffer.alloc(0);
const complete = stored.subarray(0, stored.lastIndexOf('\n') + 1);
for (const line of complete.toString().split('\n')) if (line !== '') remember(JSON.parse(line));
// A crash may have cut the last line off. Its event was not answered, so it comes again.
if (complete.length < stored.length) truncateSync(EVENTS_FILE, complete.length);
const file = openSync(EVENTS_FILE, 'a');

/** What answers 2xx is not sent again, so it must survive a crash. A database would do this in a transaction. */
function store(received) {
  appendFileSync(file, `${JSON.stringify(received)}\n`);
  fsyncSync(file);
  remember(received);
}

const app = express().disable('x-powered-by');

// The signature covers the body as it was sent, so it is not parsed before.
app.post('/webhooks', express.raw({ type: () => true, limit: '256kb' }), (request, response) => {
  try {
    const { id, event } = verifyWebhook({ secrets, headers: request.headers, body: request.body });
    if (!seen.has(id)) store({ id, event });
    response.status(204).end();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.status(400).json({ error: error.code });
  }
});

app.get('/jobs/:id', (request, response) => {
  const job = latest.get(request.params.id);
  response.status(job === undefined ? 404 : 200).json(job ?? { error: 'not_found' });
});

const server = app.listen(Number(PORT), HOST, () =>
  console.log(`Listening on http://${HOST}:${server.address().port}/webhooks`),
);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    // Requests in progress are answered; those that come too late are sent again.
    server.close(() => closeSync(file));
    server.closeIdleConnections();
  });
