import type { DueCost } from '../../shared/adapters/mongo/call-costs';
import type { ActivityDeps } from '../deps';
import { sweepEach, type Swept } from './sweep-each';

type CostDeps = Pick<ActivityDeps, 'store' | 'provider' | 'logger' | 'metrics'>;
const batchSize = 50;

/**
 * Asks providers what ended calls cost: some know that minutes after the end. Each call is asked for a few times at most. A read
 * that fails is one of them.
 */
export async function sweepCosts(deps: CostDeps, nowMs: number): Promise<Swept> {
  const { store, provider } = deps;
  if (provider.readCost === undefined) return { items: 0, more: false };
  return sweepEach(
    deps,
    { items: await store.calls.findCostsDue(nowMs, batchSize), batchSize },
    {
      claim: async (due) => ((await store.calls.claimCostRead(due)) ? due : undefined),
      act: (due) => readCost(deps, due),
      // The claim has set when it is read next.
      release: () => Promise.resolve(),
    },
  );
}

async function readCost({ store, provider }: CostDeps, { ID, Line }: DueCost): Promise<void> {
  const cost = await provider.readCost?.(Line);
  if (cost !== undefined) await store.calls.saveCost(ID, cost);
}
