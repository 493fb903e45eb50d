import type { LineRecord } from '../../../domain/call/line';

/** The line of a simulated call. */
export const simulatedLine = (attemptKey: string): LineRecord => ({
  Provider: 'simulated',
  ProviderCallID: `sim_${attemptKey}`,
});
