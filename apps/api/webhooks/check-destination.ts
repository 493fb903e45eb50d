import type { ApiDeps } from '../http/deps';
import { invalidBody } from '../http/problem';

/** Rejects a URL that no delivery could reach. */
export async function checkDestination(url: string | undefined, { destinations }: Pick<ApiDeps, 'destinations'>) {
  const problem = url === undefined ? undefined : await destinations.findProblem(url);
  if (problem !== undefined) throw invalidBody([{ pointer: '/DestinationURL', detail: problem }]);
}
