import { resolve } from 'node:path';
import { newId } from '../../../shared/adapters/ids';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import { createCaller, type Caller } from '../../support/caller';
import { createProcessEnv } from '../../support/process-env';
import { createProcesses, type TestProcess } from '../../support/processes';
import { untilPrinted } from '../../support/program';
import { untilReady } from '../../support/requests';
import type { TemporalPlace } from '../../support/temporal-namespace';
import { storeJobs } from '../api/exports';

/** An API process that one organization attacks while another one uses it. */
export interface AttackedApi {
  victim: Caller;
  /** Starts the attacks, in every other second of the clock (`attack-phase.ts`). */
  attack(): Promise<TestProcess>;
  end(): Promise<void>;
}

const rules = (count: number) => [
  {
    TimeRanges: Array.from({ length: count }, (_, index) => ({
      Start: `${String(10 + (index % 10))}:${String(10 + (index % 40))}`,
      End: '24:00',
    })),
  },
];

/** The most that a campaign may hold. */
const largest: Partial<CampaignConfig> = {
  InferTimeZone: true,
  Defaults: { Constraints: { TimeRules: rules(500) } },
  Variants: Array.from({ length: 50 }, (_, index) => ({
    ID: `v${index}`,
    Weight: 1,
    Overrides: { Constraints: { TimeRules: rules(30) }, Integrations: { Filler: 'x'.repeat(1_000) } },
  })),
  BlackoutDates: Array.from({ length: 366 }, (_, day) => ({
    From: new Date(Date.now() + 2 * day * 86_400_000).toISOString().slice(0, 10),
    Name: 'Closed',
  })),
};

/** @param settings further ones of the API process */
export async function startAttackedApi(
  servers: { mongo: string; temporal: TemporalPlace },
  settings: NodeJS.ProcessEnv = {},
): Promise<AttackedApi> {
  const processes = createProcesses();
  const env = await createProcessEnv(servers);
  // The limits of a deployment are part of the defense.
  const limits = { RATE_LIMIT_PER_KEY: '', RATE_LIMIT_PER_ORGANIZATION: '' };
  const api = await processes.api({ ...env.env, ...limits, ...settings });
  await untilReady(api.url);
  const victim = await createCaller(api.url, env.store, {});
  const attacker = await createCaller(api.url, env.store, largest);
  // Much to list and to export.
  for (let n = 0; n < 20; n++)
    await env.store.campaigns.insert({
      ...{ ID: newId('campaign'), OrgID: attacker.orgId, Version: 1, CreatedMS: 1, UpdatedMS: 1 },
      Config: { Name: 'Campaign', DefaultCallerID: '+14155550100', Agent: { Greeting: 'x'.repeat(200_000) } },
    });
  await storeJobs(env, attacker, 60, 200_000);
  const sends = { ATTACK_URL: api.url, ATTACK_KEY: attacker.key, ATTACK_CAMPAIGN: attacker.campaignId };
  return {
    victim,
    attack: () =>
      processes.program(
        {
          command: process.execPath,
          args: ['--import', 'tsx', resolve(__dirname, 'attacker.ts')],
          env: { ...process.env, ...sends },
        },
        (printed) => untilPrinted(printed, 'attacking'),
      ),
    end: async () => {
      await processes.end();
      await env.mongo.db.dropDatabase();
      await env.close();
    },
  };
}
