import { reportTrunks } from '../../../apps/worker/report-trunks';
import { withMachineDetection } from '../../../shared/adapters/telephony/machine-listener';
import { createProviderRegistry } from '../../../shared/adapters/telephony/registry';
import type { TelephonyProvider } from '../../../shared/adapters/telephony/telephony';

const provider = (parts: Partial<TelephonyProvider> & { name: string }): TelephonyProvider => ({
  dial: () => Promise.reject(new Error('not dialed')),
  lookup: () => Promise.resolve({ state: 'unknown' }),
  ...parts,
});

describe('the trunks that a worker reports', () => {
  it('have the health and the calls that their provider knows, by the names that campaigns use', () => {
    const sip = provider({
      name: 'sip',
      trunks: [
        { name: 'main', pacing: { MaxConcurrentCalls: 60 } },
        { name: 'spare', disabled: true },
      ],
      lineStates: () => ({ main: { health: 'down', calls: 2 }, spare: { health: 'unknown', calls: 0 } }),
    });
    const line = withMachineDetection(createProviderRegistry([sip, provider({ name: 'twilio' })]));
    expect(reportTrunks(line, 5)).toEqual([
      { Name: 'sip/main', Disabled: false, Health: 'down', Calls: 2, MaxConcurrentCalls: 60 },
      { Name: 'sip/spare', Disabled: true, Health: 'unknown', Calls: 0 },
      // How the other three calls are divided is not known.
      { Name: 'twilio', Disabled: false, Health: 'unknown', Calls: undefined },
    ]);
  });

  it('has all calls of the worker, if it is the only one', () => {
    const line = createProviderRegistry([provider({ name: 'simulated', pacing: { MaxConcurrentCalls: 0 } })]);
    expect(reportTrunks(line, 5)).toEqual([
      { Name: 'simulated', Disabled: false, Health: 'unknown', Calls: 5, MaxConcurrentCalls: undefined },
    ]);
  });
});
