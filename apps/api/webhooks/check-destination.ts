import type { ApiDeps } from '../http/deps';
import { invalidBody } from '../http/problem';

/** Rejects a URL that webhooks may not be sent to. @throws {ProblemError} */
export function checkDestination(url: string | undefined, { destinations }: Pick<ApiDeps, 'destinations'>): void {
  const problem = url === undefined ? undefined : destinations.findProblem(url);
  if (problem !== undefined) throw invalidBody([{ pointer: '/DestinationURL', detail: problem }]);
}
