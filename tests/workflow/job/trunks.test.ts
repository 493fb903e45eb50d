import { createProviderRegistry } from '../../../shared/adapters/telephony/registry';
import type { TelephonyProvider } from '../../../shared/adapters/telephony/telephony';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { Trunk } from '../../../shared/domain/campaign/trunk';
import type { Job } from '../../../shared/domain/job/job';
import { simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const number = '+14155550100';
const minute = 60_000;

describe('the trunk of a call', () => {
  let testEnv: TimeSkippingEnv;
  let trunks: Trunk[];
  const dialed: string[] = [];

  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    const { provider } = testEnv.deps;
    const dial = provider.dial.bind(provider);
    const lookup = provider.lookup.bind(provider);
    /** The simulated network under two names, one of which has trunks. */
    const named = (name: string): TelephonyProvider => ({
      name,
      speaksText: name !== 'audio',
      dial: (request) => {
        dialed.push([name, ...(request.trunks ?? [])].join('/'));
        return dial(request);
      },
      lookup,
    });
    const sip = Object.defineProperty(named('sip'), 'trunks', { get: () => trunks });
    const registry = createProviderRegistry([named('plain'), sip, named('audio')]);
    Object.defineProperty(provider, 'trunks', { get: () => registry.trunks });
    provider.dial = (request) => registry.dial(request);
  }, 30_000);
  afterAll(() => testEnv.close());
  beforeEach(() => {
    trunks = [{ name: 'main' }, { name: 'backup' }];
    dialed.length = 0;
  });

  const post = async (config: Partial<CampaignConfig>, fields: Partial<Job> = {}): Promise<Job> =>
    testEnv.post({ ...fields, CampaignID: await testEnv.campaign({ DefaultCallerID: number, ...config }) });

  it.each<[string, Partial<CampaignConfig>, Partial<Job>, string]>([
    ['the first provider by default', {}, {}, 'plain'],
    ['that of the campaign', { Defaults: { Trunk: 'sip/backup' } }, {}, 'sip/backup'],
    ['all of a provider, in order', { Defaults: { Trunk: 'sip' } }, {}, 'sip/main/backup'],
    [
      'that of the job',
      { Defaults: { Trunk: 'plain' } },
      { Overrides: simulated({}, { Trunk: 'sip/main' }) },
      'sip/main',
    ],
    [
      'that of the caller ID before all others',
      { CallerIDs: [{ Number: number, Trunk: 'sip/backup' }], Defaults: { Trunk: 'plain' } },
      { Overrides: simulated({}, { Trunk: 'sip/main' }) },
      'sip/backup',
    ],
  ])('is %s', async (_name, config, fields, expected) => {
    const { ID } = await post(config, fields);
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect(dialed).toEqual([expected]);
  });

  it('that carries audio only rings no contact for an agent that speaks text', async () => {
    const { ID } = await post({ Defaults: { Trunk: 'audio' } });
    const refused = await testEnv.reach(ID, ({ Queued }) => Queued?.By === 'AgentRefused');
    expect(refused).toMatchObject({ State: 'scheduled' });
    const [call] = await testEnv.deps.store.calls.listByJob(ID);
    expect(call?.Error).toMatch(/needs an Agent with a URL/);
    expect(dialed).toEqual([]);
  });

  it.each<[string, Trunk[]]>([
    ['is disabled', [{ name: 'main', disabled: true }, { name: 'backup' }]],
    ['is one of other organizations', [{ name: 'main', organizations: ['org_other'] }, { name: 'backup' }]],
    ['is gone', [{ name: 'backup' }]],
    ['does not accept the caller ID', [{ name: 'main', callerIds: ['+14155550199'] }, { name: 'backup' }]],
  ])(
    'that %s makes no call over another one: the job waits for it, and is called once it is there',
    async (_name, without) => {
      trunks = without;
      const { ID } = await post({ Defaults: { Trunk: 'sip/main' } });
      const waiting = await testEnv.reach(ID, ({ Queued }) => Queued?.By === 'TrunkUnavailable');
      expect(waiting).toMatchObject({ State: 'scheduled', CallCount: 0, Queued: { Scope: 'trunk/sip/main' } });
      await testEnv.env.sleep(10 * minute);
      expect(dialed).toEqual([]);
      trunks = [{ name: 'main' }, { name: 'backup' }];
      expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
      expect(dialed).toEqual(['sip/main']);
      expect((await testEnv.deps.store.calls.listByJob(ID)).map(({ Attempt }) => Attempt)).toEqual([1]);
      expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
    },
  );
});
