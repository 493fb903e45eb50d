import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../campaign/random';
import { until } from '../until';
import { createPatientClient } from './client';
import type { ProcessName } from './schedule';
import type { World } from './world';

export interface BacklogSize {
  /** Each job has two events: created and scheduled. */
  jobs: number;
  kills: number;
  /** How long the receiver takes, in ms. */
  receiverMs: number;
}
export interface BacklogResult {
  accepted: number;
  /** How many had arrived at each kill. */
  arrivedAtKills: number[];
  lost: number;
  /** Requests beyond the first of an event. */
  doubles: number;
  /** From the last restart to the last event that arrived first, in seconds. */
  seconds: number;
}

export const peerSize: BacklogSize = { jobs: 1_000, kills: 7, receiverMs: 20 };
const services: readonly ProcessName[] = ['api-1', 'api-2', 'worker-1', 'worker-2'];
const postsAtOnce = 20;
const withinMs = 480_000;

/**
 * Accepts events, then kills every process of the service again and again, 1 to 2 seconds after all of them were ready, while most
 * events have not been delivered.
 */
export async function runBacklog(
  world: World,
  seed: number,
  { jobs, kills, receiverMs }: BacklogSize,
): Promise<BacklogResult> {
  const random = createRandom(seed);
  const client = createPatientClient(world.urls, world.key);
  world.accepted.length = 0;
  world.behave({ kind: 'answer', status: 204, afterMs: receiverMs });
  const campaign = await client.send<{ CampaignID: string }>('POST', '/campaigns', {
    Name: 'Backlog',
    DefaultCallerID: '+14155550100',
  });
  const path = `/campaigns/${campaign.body.CampaignID}/jobs`;
  await client.send('POST', '/webhooks', {
    DestinationURL: world.receiverUrl,
    CampaignIDs: [campaign.body.CampaignID],
  });
  const ids: string[] = [];
  const Overrides = { Constraints: { MinCreationDelay: '1000h' } };
  let left = jobs;
  const post = async (): Promise<void> => {
    while (left-- > 0) {
      const body = { ContactPhoneNumber: '+14155550123', Overrides };
      const { status, body: answer } = await client.send<{ JobID: string }>(
        'POST',
        path,
        body,
        `backlog-${seed}-${left}`,
      );
      if (status !== 201) throw new Error(`POST ${path} is answered ${status}: ${JSON.stringify(answer)}`);
      ids.push(answer.JobID);
    }
  };
  await Promise.all(Array.from({ length: postsAtOnce }, post));
  const expected = ids.flatMap((id) => [`evt_${id}_1`, `evt_${id}_2`]);
  const arrived = () => new Set(world.accepted.map(({ headers }) => headers['webhook-id'] ?? ''));
  const arrivedAtKills: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    arrivedAtKills.push(arrived().size);
    await Promise.all(services.map((name) => world.processes[name].kill(0)));
    // Each time they take up deliveries, and lose them.
    await Promise.all(services.map((name) => world.processes[name].ready()));
    if (kill < kills - 1) await sleep(1_000 + 1_000 * random.next());
  }
  const restartedMs = Date.now();
  const missing = () => {
    const seen = arrived();
    return expected.filter((id) => !seen.has(id)).length;
  };
  const lost = await until(missing, (count) => count === 0, withinMs).catch(missing);
  const last = world.accepted.at(-1)?.atMs ?? restartedMs;
  return {
    accepted: expected.length,
    arrivedAtKills,
    lost,
    doubles: world.accepted.length - arrived().size,
    seconds: (last - restartedMs) / 1_000,
  };
}
