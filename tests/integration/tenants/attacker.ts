/**
 * A hostile client: sends every kind of request that once stopped the API for all organizations, in every other second of the clock. Runs as
 * a process of its own, so that its work does not count as the other client's latency. Settings: ATTACK_URL, ATTACK_KEY, ATTACK_CAMPAIGN (an
 * id), ATTACK_ONLY (the number of a single attack, to look at it alone).
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { attackPhase } from './attack-phase';

const { ATTACK_URL: url = '', ATTACK_KEY: key = '', ATTACK_CAMPAIGN: campaign = '', ATTACK_ONLY: only } = process.env;
const { hostname, port } = new URL(url);
const authorization = `Bearer ${key}`;
const jobs = `/campaigns/${campaign}/jobs`;
const json = { authorization, 'content-type': 'application/json' };

/** A number that may be in eleven time zones. */
const number = '+79161234567';
let sent = 0;
/** Windows that no other request had: nothing about them is cached. */
const ownWindows = (): object => {
  const minute = sent++ % 1_439;
  const End = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String((minute % 60) + 1).padStart(2, '0')}`;
  return { TimeRules: [{ TimeRanges: [{ Start: '00:00', End: End.endsWith('60') ? '24:00' : End }] }] };
};
const job = (): object => ({ ContactPhoneNumber: number, Overrides: { Constraints: ownWindows() } });

/** Ends the requests of an attack phase with it. */
let phase = new AbortController();

async function request(method: string, path: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url + path, { method, headers: { authorization }, signal: phase.signal, ...init });
  await response.arrayBuffer();
}

/** Sends a request and never reads the answer. */
function leaveUnread(path: string, accept: string): void {
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).pause();
  phase.signal.addEventListener('abort', () => socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nAccept: ${accept}\r\n\r\n`);
}

const rows = Array.from({ length: 20_000 }, () => JSON.stringify(job())).join('\n');
/** Uploads rows that are slow to validate, and hangs up at the end of the phase. */
async function dryRunAndLeave(): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([rows], { type: 'application/x-ndjson' }), 'jobs.ndjson');
  await request('POST', `${jobs}/bulk?dry_run=1`, { body: form });
}

const attacks: readonly { perSecond: number; send: () => Promise<void> | void }[] = [
  {
    perSecond: 10,
    send: () =>
      request('POST', `/campaigns/${campaign}/schedule-preview`, {
        headers: { authorization, 'content-type': `application/json${' '.repeat(15_000)}x` },
        body: '1',
      }),
  },
  { perSecond: 2, send: dryRunAndLeave },
  { perSecond: 10, send: () => request('POST', jobs, { headers: json, body: JSON.stringify(job()) }) },
  {
    perSecond: 5,
    send: () =>
      request('POST', `/campaigns/${campaign}/schedule-preview?attempts=50`, {
        headers: json,
        body: JSON.stringify({
          ContactPhoneNumber: '+14155550123',
          Overrides: { Constraints: { ...ownWindows(), MaxTotalCalls: 0 } },
        }),
      }),
  },
  { perSecond: 5, send: () => request('GET', '/campaigns') },
  { perSecond: 10, send: () => request('GET', `/campaigns/${campaign}/stats`) },
  { perSecond: 50, send: () => request('GET', '/readyz') },
  {
    perSecond: 50,
    send: () => request('GET', '/campaigns', { headers: { authorization: `Bearer ${'u'.repeat(24)}${sent++}` } }),
  },
  { perSecond: 20, send: () => leaveUnread('/openapi.json', '*/*') },
  { perSecond: 4, send: () => leaveUnread(jobs, 'application/x-ndjson') },
];

async function attack({ perSecond, send }: (typeof attacks)[number]): Promise<void> {
  for (;;) {
    if (attackPhase(Date.now()) === 'attack') {
      // Refusals, and connections that the API cuts, are what the attack is about.
      void Promise.resolve(send()).catch(() => undefined);
    }
    await sleep(1_000 / perSecond);
  }
}

async function endPhases(): Promise<void> {
  for (let wasAttacking = false; ;) {
    const isAttacking = attackPhase(Date.now()) === 'attack';
    if (wasAttacking && !isAttacking) {
      phase.abort();
      phase = new AbortController();
    }
    wasAttacking = isAttacking;
    await sleep(10);
  }
}

process.stdout.write('attacking\n');
const chosen = only === undefined ? attacks : attacks.filter((_, index) => only === String(index));
void Promise.all([endPhases(), ...chosen.map(attack)]);
