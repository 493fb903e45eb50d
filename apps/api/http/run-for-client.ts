import type { Pace } from '../../../shared/domain/turns';
import type { ApiDeps } from './deps';
import type { ApiRequest } from './route';

/**
 * Runs a long computation in turns with other requests, until its client disconnects.
 * @throws the reason of the signal, for which no response is sent
 */
export const runForClient = <T>(
  { orgId, signal }: Pick<ApiRequest, 'orgId' | 'signal'>,
  { turns }: Pick<ApiDeps, 'turns'>,
  compute: (pace: Pace) => Promise<T>,
): Promise<T> =>
  turns.run(orgId, (pace) =>
    compute(async () => {
      const computedMs = await pace();
      signal.throwIfAborted();
      return computedMs;
    }),
  );
