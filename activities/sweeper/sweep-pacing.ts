import type { ActivityDeps } from '../deps';
import { handOver } from '../lib/hand-over';
import { sweepEach, type Swept } from './sweep-each';

type PacingDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'clock' | 'logger' | 'metrics'>;
const batchSize = 100;

/**
 * Looks at the scopes in whose queues jobs wait: hands over places whose hand-over was lost with a worker, and those that
 * a ramp or a higher limit has added. The jobs themselves are not looked at, however many wait.
 */
export async function sweepPacing(deps: PacingDeps, nowMs: number): Promise<Swept> {
  const { callQuotas } = deps.store;
  const items = await callQuotas.findDue(nowMs, batchSize);
  return sweepEach(
    deps,
    { items, batchSize },
    {
      claim: async (scope) => ((await callQuotas.claimLook(scope, nowMs)) ? scope : undefined),
      act: async ({ ID }) => {
        await handOver(deps, ID);
      },
      // The claim ends soon enough.
      release: () => Promise.resolve(),
    },
  );
}
