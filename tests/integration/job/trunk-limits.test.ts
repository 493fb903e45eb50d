import { createProviderRegistry } from '../../../shared/adapters/telephony/registry';
import type { Trunk } from '../../../shared/domain/campaign/trunk';
import type { Job } from '../../../shared/domain/job/job';
import { aCampaign, orgId, simulated } from '../../support/builders';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { invariantViolations } from '../../support/invariants';
import { createProcesses } from '../../support/processes';

const settings = { Scenario: 'conversation_complete', RingSeconds: 0.2, TalkSeconds: 0.3 } as const;

describe('the limits of a trunk', () => {
  const processes = createProcesses();
  let env: InProcessEnv;
  /** Calls of each trunk that are open, and the most at once. */
  const open = new Map<string, { now: number; most: number; orgs: string[] }>();

  beforeAll(async () => {
    env = await createInProcessEnv(processes);
    const { provider } = env.deps;
    const dial = provider.dial.bind(provider);
    const trunks: Trunk[] = [{ name: 'narrow', pacing: { MaxConcurrentCalls: 1 } }, { name: 'wide' }];
    const line = { name: 'sip', speaksText: true, trunks, lookup: provider.lookup.bind(provider) };
    const registry = createProviderRegistry([
      {
        ...line,
        dial: async (request) => {
          const [name = ''] = request.trunks ?? [];
          const calls = open.get(name) ?? { now: 0, most: 0, orgs: [] };
          open.set(name, calls);
          const leg = await dial(request);
          calls.most = Math.max(calls.most, ++calls.now);
          calls.orgs.push((await env.load(request.jobId)).OrgID);
          void leg.ended.then(() => calls.now--);
          return leg;
        },
      },
    ]);
    Object.defineProperty(provider, 'trunks', { get: () => registry.trunks });
    provider.dial = (request) => registry.dial(request);
  }, 60_000);
  afterAll(async () => {
    await env.close();
    await processes.end();
  });
  jest.setTimeout(90_000);

  async function campaign(OrgID: string, Trunk: string): Promise<string> {
    const ID = `campaign_${OrgID}_${Trunk.replace('/', '_')}`;
    const times = { CreatedMS: Date.now(), UpdatedMS: Date.now() };
    await env.deps.store.organizations.insertIfAbsent({ ID: OrgID, Name: OrgID, CreatedMS: Date.now() });
    const Config = aCampaign({ Defaults: { Trunk } });
    await env.deps.store.campaigns.insert({ ID, OrgID, Version: 1, Config, ...times });
    return ID;
  }

  it('hold over all organizations, for that trunk only', async () => {
    const orgs = [orgId, 'org_other'];
    const campaigns: { OrgID: string; CampaignID: string }[] = [];
    for (const OrgID of orgs)
      for (const trunk of ['sip/narrow', 'sip/wide'])
        campaigns.push({ OrgID, CampaignID: await campaign(OrgID, trunk) });
    const jobs: Job[] = [];
    for (let n = 0; n < 4; n++)
      for (const own of campaigns) jobs.push(await env.post({ ...own, Overrides: simulated(settings) }));
    for (const { ID } of jobs)
      expect(await env.reach(ID, ({ State }) => State === 'completed', 60_000)).toMatchObject({ CallCount: 1 });
    expect(open.get('narrow')?.most).toBe(1);
    expect(open.get('wide')?.most).toBeGreaterThan(1);
    for (const { orgs: called } of open.values())
      expect(orgs.map((OrgID) => called.filter((id) => id === OrgID).length)).toEqual([4, 4]);
    for (const { ID } of jobs) expect(await invariantViolations(env.deps, ID)).toEqual([]);
    const scopes = await env.deps.mongo.db.collection<{ _id: string }>('call_quotas').find().toArray();
    expect(scopes.map(({ _id }) => _id).filter((id) => id.startsWith('trunk/'))).toEqual(['trunk/sip/narrow']);
  });
});
