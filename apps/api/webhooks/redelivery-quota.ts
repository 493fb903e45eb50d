import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';

const windowMs = 3_600_000;

/** Deliveries that a request may start. */
export interface RedeliveryGrant {
  deliveries: number;
  /** Returns what the request did not start. */
  giveBack(deliveries: number): Promise<void>;
}

/**
 * Counts deliveries that an organization's requests start, over all API processes: one request may repeat a thousand.
 * @returns leave to start as many as the hour has left, at most the requested number
 * @throws {ProblemError} 429 if the hour has none left
 */
export async function takeRedeliveries(
  orgId: string,
  wanted: number,
  { store, nowMs, redeliveriesPerHour: limit }: Pick<ApiDeps, 'store' | 'nowMs' | 'redeliveriesPerHour'>,
): Promise<RedeliveryGrant> {
  if (limit === 0 || wanted === 0) return { deliveries: wanted, giveBack: () => Promise.resolve() };
  const window = Math.floor(nowMs() / windowMs);
  const add = (count: number) => store.rateCounts.add(`redeliveries/${orgId}`, window, count);
  const excess = (await add(wanted)) - limit;
  const deliveries = Math.min(wanted, Math.max(0, wanted - excess));
  const giveBack = async (count: number): Promise<void> => {
    if (count > 0) await add(-count);
  };
  await giveBack(wanted - deliveries);
  if (deliveries > 0) return { deliveries, giveBack };
  throw new ProblemError('too_many_redeliveries', {
    detail: `More than ${limit} redeliveries and test events per organization in an hour. Wait for the time in Retry-After.`,
    headers: { 'Retry-After': String(Math.ceil(((window + 1) * windowMs - nowMs()) / 1_000)) },
  });
}
