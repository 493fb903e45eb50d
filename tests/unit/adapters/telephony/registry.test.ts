import { createProviderRegistry } from '../../../../shared/adapters/telephony/registry';
import type {
  CallLeg,
  DialRequest,
  LegLookup,
  TelephonyProvider,
} from '../../../../shared/adapters/telephony/telephony';
import type { Trunk } from '../../../../shared/domain/campaign/trunk';
import { fakeLeg } from '../../../support/fake-leg';

/** A provider that says what it was asked for. */
function aProvider(name: string, { trunks, found }: { trunks?: Trunk[]; found?: LegLookup } = {}) {
  const dialed: (readonly string[] | undefined)[] = [];
  const lookedUp: string[] = [];
  const provider: TelephonyProvider = {
    name,
    ...(trunks && { trunks }),
    dial: (request): Promise<CallLeg> => {
      dialed.push(request.trunks);
      return Promise.resolve(fakeLeg(request.attemptKey).leg);
    },
    lookup: (attemptKey) => {
      lookedUp.push(attemptKey);
      return Promise.resolve(found ?? { state: 'never_sent' });
    },
  };
  return { provider, dialed, lookedUp };
}
const request = (trunks?: string[]): DialRequest => ({
  attemptKey: 'call_1',
  jobId: 'job_1',
  to: '+14155550123',
  from: '+14155550100',
  ...(trunks && { trunks }),
  ringTimeoutMs: 1_000,
  maxDurationMs: 1_000,
  integrations: {},
});

function setUp() {
  const sip = aProvider('sip', { trunks: [{ name: 'main' }, { name: 'old', disabled: true }, { name: 'backup' }] });
  const gateway = aProvider('asterisk');
  return { sip, gateway, registry: createProviderRegistry([sip.provider, gateway.provider]) };
}

describe('several providers as one', () => {
  it('have the trunks of all, by the names that campaigns use', () => {
    const { registry } = setUp();
    expect(registry.name).toBe('sip');
    expect(registry.trunks?.map(({ name }) => name)).toEqual(['sip/main', 'sip/old', 'sip/backup', 'asterisk']);
  });

  it('dial at the provider that the trunks name, by its own names', async () => {
    const { sip, gateway, registry } = setUp();
    await registry.dial(request(['sip/backup', 'sip/main']));
    await registry.dial(request(['asterisk']));
    await registry.dial(request());
    expect(sip.dialed).toEqual([['backup', 'main'], undefined]);
    expect(gateway.dialed).toEqual([undefined]);
  });

  it.each([['sip/old'], ['sip/gone'], ['asterisk/main'], ['twilio'], ['']])(
    'refuse a call over %j rather than dial another trunk',
    async (name) => {
      const { sip, gateway, registry } = setUp();
      await expect(registry.dial(request([name]))).rejects.toMatchObject({ name: 'CallRefusedError' });
      expect([sip.dialed, gateway.dialed]).toEqual([[], []]);
    },
  );

  it('look a call up at the provider of its line only', async () => {
    const { sip, gateway, registry } = setUp();
    await registry.lookup('call_1', { Provider: 'asterisk' });
    expect([sip.lookedUp, gateway.lookedUp]).toEqual([[], ['call_1']]);
    expect(await registry.lookup('call_2', { Provider: 'removed' })).toEqual({ state: 'unknown' });
    expect([sip.lookedUp, gateway.lookedUp]).toEqual([[], ['call_1']]);
  });

  it('are all closed, also if one of them fails', async () => {
    const closed: string[] = [];
    const closing = (name: string, fails = false): TelephonyProvider => ({
      ...aProvider(name).provider,
      close: () => {
        closed.push(name);
        return fails ? Promise.reject(new Error('It hangs.')) : Promise.resolve();
      },
    });
    const registry = createProviderRegistry([closing('a', true), aProvider('b').provider, closing('c')]);
    await expect(registry.close?.()).rejects.toThrow('It hangs.');
    expect(closed).toEqual(['a', 'c']);
  });

  it('ask all about a call without a line: the one that had it answers', async () => {
    const end = { reason: 'contact_hung_up', atMs: 1 } as const;
    const answers = (...found: LegLookup[]) => {
      const [first, ...others] = found.map((answer, index) => aProvider(`p${index}`, { found: answer }).provider);
      return createProviderRegistry([first!, ...others]).lookup('call_1');
    };
    const [never, unknown] = [{ state: 'never_sent' } as const, { state: 'unknown' } as const];
    expect(await answers(never, { state: 'ended', end })).toEqual({ state: 'ended', end });
    expect(await answers(unknown, { state: 'active' })).toEqual({ state: 'active' });
    expect(await answers(unknown, never)).toEqual(unknown);
    expect(await answers(never, never)).toEqual(never);
  });
});
