import { countPollers, findNamespace } from '../../../../shared/adapters/temporal/namespace-setup';
import type { Temporal } from '../../../../shared/adapters/temporal/client';
import { failure, ok, warning, type Finding } from './finding';

const dayMs = 86_400_000;
/** Longer than a workflow may wait for what belongs to it, shorter than deliveries are kept (docs/operations.md). */
const retention = { minMs: dayMs, maxMs: 60 * dayMs } as const;
const minimumServer = [1, 29] as const;

/** The namespace, its retention and the version of the server. */
export async function checkNamespace({ client }: Temporal, namespace: string): Promise<Finding[]> {
  const found = await findNamespace(client.connection, namespace);
  if (found === undefined)
    return [failure('Namespace', `Temporal has no namespace ${namespace}.`, 'Run outdial admin setup.')];
  return [checkRetention(found.retentionMs), ...checkVersion(found.serverVersion)];
}

/** @param retentionMs how long the namespace keeps closed workflows */
export function checkRetention(retentionMs: number): Finding {
  const text = `Closed workflows are kept for ${(retentionMs / dayMs).toFixed(1)} days.`;
  if (retentionMs < retention.minMs)
    return warning('Retention', text, 'Keep them for a day or more: the runbook looks at them.');
  return retentionMs >= retention.maxMs
    ? failure('Retention', text, 'Keep it below 60 days, so that an erasure finds every history of a delivery.')
    : ok('Retention', text);
}

/** @param version as the server says; Temporal Cloud's differs and is not compared */
export function checkVersion(version: string | undefined): Finding[] {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  if (version === undefined || !/^\d+\.\d+/.test(version)) return [];
  const isOld = major < minimumServer[0] || (major === minimumServer[0] && minor < minimumServer[1]);
  return [
    isOld
      ? warning('Temporal version', `It is ${version}.`, 'Use 1.29 or newer: earlier ones ignore fairness keys.')
      : ok('Temporal version', `It is ${version}.`),
  ];
}

export async function checkAttributes(temporal: Temporal): Promise<Finding> {
  const missing = await temporal.findMissingAttributes();
  if (missing === undefined)
    return {
      ...{ Check: 'Search attributes', Level: 'unknown', Message: 'This process may not list them.' },
      Remedy: 'Compare them in the UI of Temporal: docs/deployment.md.',
    };
  return missing.length === 0
    ? ok('Search attributes', 'All are registered.')
    : failure(
        'Search attributes',
        `The namespace lacks ${missing.join(', ')}, so every start of a workflow is rejected.`,
        'Run outdial admin setup; on Temporal Cloud add them there: docs/deployment.md.',
      );
}

/** Whether workers poll each queue. The server remembers pollers for some minutes. */
export async function checkPollers({ client }: Temporal, namespace: string): Promise<Finding> {
  const queues = ['jobs', 'calls', 'webhooks', 'erasures'];
  const counts = await Promise.all(queues.map((queue) => countPollers(client.connection, namespace, queue)));
  const unserved = queues.filter((_queue, index) => (counts[index] ?? 0) === 0);
  return unserved.length === 0
    ? ok('Task queues', 'Workers poll all of them.')
    : failure('Task queues', `No worker polls ${unserved.join(', ')}.`, 'Start workers with these WORKER_QUEUES.');
}
