import type { MongoClient } from 'mongodb';

/** What the driver does not declare: its view of the deployment. */
interface Connecting {
  topology: unknown;
}

/**
 * Lets a client connect again whose first connection failed. The driver (7.8.0) closes its view of the deployment then, and
 * keeps it: every later operation is refused with "Topology is closed", also once the store responds, until the process is
 * restarted. Without it the next operation connects as the first one did.
 * Remove this when the driver forgets it on its own; `tests/integration/operations/late-store.test.ts` shows it.
 */
export function forgetClosedTopologies(client: MongoClient): void {
  client.on('topologyClosed', () => {
    (client as unknown as Connecting).topology = undefined;
  });
}
