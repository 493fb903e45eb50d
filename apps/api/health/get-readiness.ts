import { isInService, readinessOf } from '../../../shared/adapters/dependencies';
import type { ApiDeps } from '../http/deps';
import type { Reply } from '../http/route';

/**
 * Ready means usable, and stays so as long as the process can serve: jobs are created and read without the workflow
 * engine too. Before the first 200, the first key and campaign exist if the settings request them.
 */
export async function getReadiness(
  _request: unknown,
  deps: Pick<ApiDeps, 'dependencies' | 'prerequisites' | 'bootstrapped' | 'draining'>,
): Promise<Reply> {
  const state = await deps.dependencies.check();
  const status = readinessOf(state, { started: deps.bootstrapped(), draining: deps.draining() });
  const inService = isInService(status);
  return {
    status: inService ? 200 : 503,
    headers: inService ? {} : { 'Retry-After': '2' },
    body: {
      Status: status,
      Checks: {
        MongoDB: state.MongoDB ? 'ok' : 'unavailable',
        Temporal: state.Temporal ? 'ok' : 'unavailable',
        ...deps.prerequisites(),
      },
    },
  };
}
