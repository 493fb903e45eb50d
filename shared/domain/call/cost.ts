import type { LineRecord } from './line';

/** What a call cost, as its provider says. */
export interface CallCost {
  /** A decimal number without a sign: `0.01300`. */
  Cost: string;
  /** The currency, ISO 4217: `USD`. */
  CostUnit: string;
}

/** Providers that say what a call cost some time after its end. */
const providersWithCost: readonly string[] = ['twilio'];

const minute = 60_000;
/** When the cost is asked for, counted from the end of the call, in ms. A call whose cost is unknown after that has none. */
const readsMs = [2 * minute, 10 * minute, 60 * minute, 6 * 60 * minute, 24 * 60 * minute] as const;

/**
 * When the cost of a call is to be asked for.
 * @param reads how often it was before
 * @returns a Unix time in ms; `undefined` if it is asked for no more
 */
export function costDueMs(
  { Provider, ProviderCallID }: Pick<LineRecord, 'Provider' | 'ProviderCallID'>,
  { endedMs, reads }: { endedMs: number; reads: number },
): number | undefined {
  if (!providersWithCost.includes(Provider) || ProviderCallID === undefined) return undefined;
  const afterMs = readsMs[reads];
  return afterMs === undefined ? undefined : endedMs + afterMs;
}
