import { findBroken } from './checks';
import { createPatientClient, type PatientClient } from './client';
import { injectAll } from './inject';
import { loadWorld } from './load';
import { findRemains, findSick, findWrongStats, observe, untilEnded, type Watched } from './observe';
import { campaignSettings, createPlan, numbersOfPlan } from './plan';
import { aheadMs, createSchedule, describeFault, processNames, type Fault, type ScheduleSize } from './schedule';
import type { World } from './world';

export interface SeedResult {
  seed: number;
  faults: readonly Fault[];
  /** Faults that were made, by kind. A kill counts once its process is gone. */
  made: Record<string, number>;
  jobs: number;
  rings: number;
  events: number;
  /** When the last fault had ended, every job had, and every event had arrived; and the whole. */
  seconds: { faults: number; jobs: number; events: number; all: number };
  /** What does not hold, as sentences; empty if the seed passes. */
  broken: string[];
}

export const fullSize: ScheduleSize = { lengthMs: 16_000, kills: 11 };
/** Jobs are posted in this part of the time in which faults begin. */
const loadPart = 0.7;

/**
 * Runs one seed in a world that may have run others before.
 * @param ordinal how many seeds the world has run
 */
export async function runSeed(world: World, seed: number, ordinal: number, size = fullSize): Promise<SeedResult> {
  const firstMs = performance.now();
  const passed = (): number => Math.round((performance.now() - firstMs) / 100) / 10;
  const faults = createSchedule(seed, size);
  const made: Record<string, number> = {};
  const killsBefore = countKills(world);
  world.accepted.length = 0;
  const client = createPatientClient(world.urls, world.key);
  const { watched, campaigns, close } = await prepare(world, client, seed);
  const plan = createPlan(seed, {
    lengthMs: size.lengthMs * loadPart,
    firstNumber: ordinal * numbersOfPlan,
    weekday: new Date().getUTCDay(),
  });
  world.note(`seed ${seed} begins`);
  const allEnded = injectAll(world, faults, (fault) => {
    made[fault.kind] = (made[fault.kind] ?? 0) + 1;
    world.note(describeFault(fault));
  });
  const [accepted] = await Promise.all([loadWorld({ client, campaigns, plan, allEnded }), allEnded]);
  made['kill'] = countKills(world) - killsBefore;
  const faultsEnded = passed();
  world.note('every fault has ended');
  await untilEnded(watched);
  const jobsEnded = passed();
  const seen = await observe(watched, accepted, aheadMs(faults));
  const eventsArrived = passed();
  const broken = [
    ...findBroken(accepted, seen),
    ...(await findRemains(watched, accepted)),
    ...(await findWrongStats(watched)),
    ...(await findSick(watched)),
    ...client.takeWrong(),
    ...processNames
      .flatMap((name) => world.processes[name].takeExits())
      .map(({ name, code, output }) => `${name} ended on its own (${code}): ${output}`),
  ];
  await close();
  return {
    ...{ seed, faults, made, broken },
    ...{ jobs: seen.jobs.length, rings: seen.rings.length, events: seen.events.length },
    seconds: { faults: faultsEnded, jobs: jobsEnded, events: eventsArrived, all: passed() },
  };
}

const countKills = ({ processes }: World): number =>
  Object.values(processes).reduce((sum, one) => sum + one.kills(), 0);

/** Campaigns and webhooks that no other seed has. */
async function prepare(
  world: World,
  client: PatientClient,
  seed: number,
): Promise<{ watched: Watched; campaigns: Record<'sip' | 'others', string>; close: () => Promise<void> }> {
  const create = async (path: string, body: unknown): Promise<Record<string, string>> => {
    const answer = await client.send<Record<string, string>>('POST', path, body);
    if (answer.status !== 201)
      throw new Error(`POST ${path} is answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { CampaignID: sip = '' } = await create('/campaigns', campaignSettings(seed, world.phone.agentUrl));
  const { CampaignID: main = '' } = await create('/campaigns', campaignSettings(seed));
  const campaignIds = [main, sip];
  const hook = { DestinationURL: world.receiverUrl, CampaignIDs: campaignIds };
  const { WebhookID: states = '' } = await create('/webhooks', hook);
  const { WebhookID: others = '' } = await create('/webhooks', { ...hook, Events: otherEvents });
  const close = async (): Promise<void> => {
    for (const id of [states, others]) await client.send('DELETE', `/webhooks/${id}`);
  };
  return {
    watched: { world, client, campaignIds, webhooks: { states, others } },
    campaigns: { sip: `/campaigns/${sip}`, others: `/campaigns/${main}` },
    close,
  };
}
/** State changes have a webhook of their own. */
const otherEvents = ['call_ended', 'import_finished'];
