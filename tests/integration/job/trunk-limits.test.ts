import type { QuotaDocument } from '../../../shared/adapters/mongo/call-quotas.document';
import { createProviderRegistry } from '../../../shared/adapters/telephony/registry';
import { CallRefusedError, type TelephonyProvider } from '../../../shared/adapters/telephony/telephony';
import type { Trunk } from '../../../shared/domain/campaign/trunk';
import type { Job } from '../../../shared/domain/job/job';
import { aCampaign, orgId, simulated } from '../../support/builders';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { invariantViolations } from '../../support/invariants';
import { until } from '../../support/until';

const settings = { Scenario: 'conversation_complete', RingSeconds: 0.2, TalkSeconds: 0.3 } as const;

describe('the limits of a trunk', () => {
  let env: InProcessEnv;
  /** Calls of each trunk that are open, and the most at once. */
  const open = new Map<string, { now: number; most: number; orgs: string[]; places: string[] }>();
  const quotas = () => env.deps.mongo.db.collection<QuotaDocument>('call_quotas');

  beforeAll(async () => {
    env = await createInProcessEnv();
    const { provider } = env.deps;
    const dial = provider.dial.bind(provider);
    const line = { speaksText: true, lookup: provider.lookup.bind(provider) };
    /** Places each call on the trunk that `choose` names, if that has a place. */
    const dialOn =
      (choose: (first: string) => string): TelephonyProvider['dial'] =>
      async (request) => {
        const name = choose(request.trunks?.[0] ?? '');
        if ((await request.takeTrunk?.(name)) !== true) throw new CallRefusedError('Full.', { retryAfterMs: 1_000 });
        const calls = open.get(name) ?? { now: 0, most: 0, orgs: [], places: [] };
        open.set(name, calls);
        const held = quotas().find({ 'Running.CallID': request.attemptKey });
        calls.places.push(...(await held.map(({ _id }) => _id).toArray()));
        const leg = await dial(request);
        calls.most = Math.max(calls.most, ++calls.now);
        calls.orgs.push((await env.load(request.jobId)).OrgID);
        void leg.ended.then(() => calls.now--);
        return leg;
      };
    const trunks: Trunk[] = [{ name: 'narrow', pacing: { MaxConcurrentCalls: 1 } }, { name: 'wide' }];
    const pair: Trunk[] = [
      { name: 'failing', pacing: { MaxConcurrentCalls: 3 } },
      { name: 'backup', pacing: { MaxConcurrentCalls: 1 } },
    ];
    const registry = createProviderRegistry([
      { ...line, name: 'sip', trunks, dial: dialOn((first) => first) },
      { ...line, name: 'over', trunks: pair, dial: dialOn(() => 'backup') },
    ]);
    Object.defineProperty(provider, 'trunks', { get: () => registry.trunks });
    provider.dial = (request) => registry.dial(request);
  }, 60_000);
  afterAll(() => env.close());
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
    const scopes = await quotas().find().toArray();
    expect(scopes.map(({ _id }) => _id).filter((id) => id.startsWith('trunk/'))).toEqual(['trunk/sip/narrow']);
  });

  it('hold for calls that fail over to it: their place moves with them', async () => {
    const CampaignID = await campaign(orgId, 'over');
    const jobs: Job[] = [];
    for (let n = 0; n < 4; n++) jobs.push(await env.post({ OrgID: orgId, CampaignID, Overrides: simulated(settings) }));
    for (const { ID } of jobs) await env.reach(ID, ({ State }) => State === 'completed', 60_000);
    const { most, places } = open.get('backup')!;
    expect([most, new Set(places)]).toEqual([1, new Set(['trunk/over/backup'])]);
    const left = await until(
      () =>
        quotas()
          .find({ _id: /^trunk\/over/ })
          .toArray(),
      (scopes) => scopes.every(({ Running }) => Running.length === 0),
    );
    expect(left.map(({ _id }) => _id).sort()).toEqual(['trunk/over/backup', 'trunk/over/failing']);
  });
});
