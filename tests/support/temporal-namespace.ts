import { randomBytes } from 'node:crypto';
import { Connection } from '@temporalio/client';
import { createNamespace, registerAttributes } from '../../shared/adapters/temporal/namespace-setup';
import { loadDevStack } from '../../tools/dev-stack/config';
import { scaledMs } from './deadline';
import { setting } from './setting';

/** Where a test finds Temporal. */
export interface TemporalPlace {
  address: string;
  namespace: string;
}

/** The settings of a client, an API or a worker there. */
export const temporalSettings = ({ address, namespace }: TemporalPlace) => ({
  TEMPORAL_ADDRESS: address,
  TEMPORAL_NAMESPACE: namespace,
});

/** Nothing listens there. */
export const noTemporal: TemporalPlace = { address: '127.0.0.1:1', namespace: 'default' };

/** What the shared server needs so that a namespace can be used as soon as it has its search attributes. */
export const freshAttributes = { 'system.forceSearchAttributesCacheRefreshOnRead': 'true' };

const withinMs = 60_000;

/**
 * Creates a namespace on the server that the tests share. Namespaces have task queues of their own: no worker of another file takes the tasks
 * of this one, whose database it does not have.
 */
export async function createTestNamespace(): Promise<TemporalPlace> {
  const place = { address: setting('OUTDIAL_TEST_TEMPORAL'), namespace: `test-${randomBytes(8).toString('hex')}` };
  const connection = await Connection.connect({ address: place.address });
  try {
    const { retentionHours } = loadDevStack().temporal;
    await createNamespace(connection, place.namespace, retentionHours * 3_600_000);
    await registerAttributes(connection, place.namespace, Date.now() + scaledMs(withinMs));
    return place;
  } finally {
    await connection.close();
  }
}
