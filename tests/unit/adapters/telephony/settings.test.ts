import { parseSimulatorSettings } from '../../../../shared/adapters/telephony/simulated/settings';
import { createSimulation, dialRequest } from './simulated-call';

describe('the simulator settings', () => {
  it.each([undefined, {}, { Scenario: 'contact_busy' }, { RingSeconds: 0, TalkSeconds: 0.1 }, { TalkSeconds: 7200 }])(
    'accepts %j',
    (value) => {
      expect(parseSimulatorSettings(value)).toEqual({ ok: true, value: value ?? {} });
    },
  );

  it.each([
    { value: null, pointer: '', detail: 'must be an object' },
    { value: ['contact_busy'], pointer: '', detail: 'must be an object' },
    { value: { Scenario: 'busy' }, pointer: '/Scenario', detail: 'contact_busy' },
    { value: { Scenario: null }, pointer: '/Scenario', detail: 'Unknown scenario' },
    { value: { RingSeconds: -1 }, pointer: '/RingSeconds', detail: 'from 0 to 600' },
    { value: { RingSeconds: '3' }, pointer: '/RingSeconds', detail: 'number of seconds' },
    { value: { TalkSeconds: NaN }, pointer: '/TalkSeconds', detail: 'from 0.1 to 7200' },
    { value: { TalkSeconds: 0 }, pointer: '/TalkSeconds', detail: 'from 0.1 to 7200' },
    { value: { 'Talk/Seconds~': 3 }, pointer: '/Talk~1Seconds~0', detail: 'Unknown simulator setting' },
  ])('refuses $value at "$pointer"', ({ value, pointer, detail }) => {
    const refusal = parseSimulatorSettings(value);
    expect(refusal).toEqual({ ok: false, pointer, detail: expect.stringContaining(detail) as string });
  });

  it('prevent the call when they are invalid', async () => {
    const { provider, ringLog } = createSimulation();
    const integrations = { simulator: { Scenario: 'busy' } };
    await expect(provider.dial(dialRequest(undefined, { integrations }))).rejects.toMatchObject({
      name: 'CallRefusedError',
      message: expect.stringMatching(/^Integrations\.simulator\.Scenario: Unknown scenario/) as string,
    });
    expect(ringLog.rings()).toEqual([]);
  });
});
