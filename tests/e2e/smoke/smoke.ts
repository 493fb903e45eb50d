/**
 * Walks through a running service once: `npm run smoke -- [--url http://127.0.0.1:8080] [--key KEY] [--receiver ADDRESS]`.
 * Without a key, the one that `npm start` keeps in its data folder is taken. A service elsewhere, such as in a container, needs the address
 * under which it reaches the receiver of webhooks on this machine, and must be allowed to send http there. Exit code 0 when everything was
 * as it must be.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { ok, startReceiver, type Received, type Receiver } from '../../support/receiver';
import { createRequest, type Request } from '../../support/requests';
import { until } from '../../support/until';

const completedWithinMs = 60_000;
const callStates = ['created', 'scheduled', 'calling', 'analyzing', 'completed'];

interface Notice {
  JobID: string;
  EventTimeMS: number;
  Data: { State: string };
}
interface JobBody {
  Data: { State: string; PhoneNumber: string; Calls?: { EndedReason?: string }[] };
}

/**
 * One walk through the service; each step says what it does and throws when it is not as it must be.
 * @param receiverAddress of this machine, as the service sees it; without one, the receiver of webhooks listens on loopback only
 */
export async function smoke(request: Request, say: (line: string) => void, receiverAddress?: string): Promise<void> {
  const receiver = await startReceiver(ok, receiverAddress === undefined ? {} : { host: '0.0.0.0' });
  const url = new URL(receiver.url);
  url.hostname = receiverAddress ?? url.hostname;
  try {
    await walk({ request, receiver: { ...receiver, url: url.href }, say });
  } finally {
    await receiver.stop();
  }
}

interface Walk {
  request: Request;
  receiver: Receiver;
  say: (line: string) => void;
}

async function walk({ request, receiver, say }: Walk): Promise<void> {
  const call = async <Body>(method: string, path: string, status: number, body?: unknown): Promise<Body> => {
    const answer = await request<Body>(method, path, body);
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { CampaignID } = await call<{ CampaignID: string }>('POST', '/campaigns', 201, {
    Name: 'Smoke test',
    DefaultCallerID: '+14155550100',
    JitterSeconds: 0,
  });
  say(`made ${CampaignID}`);
  const webhook = await call<{ WebhookID?: string; ID?: string; Secret: string }>('POST', '/webhooks', 201, {
    DestinationURL: receiver.url,
  });
  const webhookId = webhook.WebhookID ?? webhook.ID ?? '';
  say(`registered ${webhookId} at ${receiver.url}`);
  const jobs = `/campaigns/${CampaignID}/jobs`;
  const post = async (Overrides: object): Promise<string> => {
    const body = { ContactPhoneNumber: '+14155550123', Overrides, TestJob: true };
    return (await call<{ JobID: string }>('POST', jobs, 201, body)).JobID;
  };
  const stateOf = async (id: string) => (await call<JobBody>('GET', `${jobs}/${id}`, 200)).Data.State;
  const reach = (id: string, state: string) =>
    until(
      () => stateOf(id),
      (seen) => seen === state,
      completedWithinMs,
    );

  const simulator = { Scenario: 'conversation_complete', RingSeconds: 1, TalkSeconds: 2 };
  const called = await post({ Integrations: { simulator } });
  await reach(called, 'completed');
  say(`${called} was called and is completed`);
  await until(
    () => noticesOf(receiver, called).length,
    (count) => count >= callStates.length,
    completedWithinMs,
  );
  checkNotices(receiver.received, webhook.Secret, called);
  say(`its webhooks arrived, signed and in order: ${callStates.join(', ')}`);

  const waiting = await post({ Constraints: { MinCreationDelay: '24h' } });
  await reach(waiting, 'scheduled');
  await call('POST', `${jobs}/${waiting}/cancel`, 202);
  await reach(waiting, 'canceled');
  say(`${waiting} waited and is canceled`);

  await call('DELETE', `${jobs}/${called}`, 202);
  await reach(called, 'deleted');
  const { Data } = await call<JobBody>('GET', `${jobs}/${called}`, 200);
  if (Data.PhoneNumber !== '') throw new Error('A deleted job still shows its phone number.');
  say(`${called} is deleted`);
  await call('DELETE', `/webhooks/${webhookId}`, 202);
}

const noticesOf = ({ received }: Pick<Receiver, 'received'>, jobId: string): Notice[] =>
  received.map(({ body }) => JSON.parse(body) as Notice).filter((notice) => notice.JobID === jobId);

/** Deliveries may overtake each other; the times in them give the order. */
function checkNotices(received: readonly Received[], secret: string, jobId: string): void {
  const verifier = new Webhook(secret);
  for (const { body, headers } of received) verifier.verify(body, headers);
  const notices = noticesOf({ received: [...received] }, jobId).sort((a, b) => a.EventTimeMS - b.EventTimeMS);
  const states = notices.map(({ Data }) => Data.State);
  if (states.join() !== callStates.join()) throw new Error(`The webhooks reported ${states.join(', ')}.`);
  const times = notices.map(({ EventTimeMS }) => EventTimeMS);
  if (new Set(times).size !== times.length)
    throw new Error(`Two webhooks have the same EventTimeMS: ${times.join(', ')}.`);
}

function keptKey(): string {
  const dataDir = process.env['OUTDIAL_DATA_DIR'] ?? '.outdial';
  const file = join(resolve(__dirname, '../../..', dataDir), 'bootstrap.key');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new Error(`No --key was given, and there is none in ${file}: is \`npm start\` running?`);
  }
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { url: text, key: text, receiver: text } });
  const url = (values.url ?? 'http://127.0.0.1:8080').replace(/\/+$/, '');
  const key = values.key ?? process.env['OUTDIAL_BOOTSTRAP_KEY'] ?? keptKey();
  await smoke(createRequest(url, key), (line) => console.log(`  ${line}`), values.receiver);
  console.log(`${url} works.`);
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
