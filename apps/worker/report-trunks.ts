import type { TelephonyProvider } from '../../shared/adapters/telephony/telephony';
import { trunksOfProvider } from '../../shared/domain/campaign/trunk';
import { reportedLimits, type TrunkReport } from '../../shared/domain/campaign/trunk-state';

/** The trunks of a provider as this process sees them. @param calls all calls of this process: those of the only trunk, if there is one */
export function reportTrunks(provider: TelephonyProvider, calls: number): TrunkReport[] {
  const trunks = trunksOfProvider(provider);
  const states = provider.lineStates?.() ?? {};
  return trunks.map(({ name, disabled = false, pacing }) => ({
    Name: name,
    Disabled: disabled,
    Health: states[name]?.health ?? 'unknown',
    Calls: states[name]?.calls ?? (trunks.length === 1 ? calls : undefined),
    ...reportedLimits(pacing),
  }));
}
