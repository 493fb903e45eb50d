import { createMongo, type Mongo } from '../../../../shared/adapters/mongo/client';
import { createTemporal, type Temporal } from '../../../../shared/adapters/temporal/client';
import type { ApiSettings } from '../../../../shared/config/settings.schema';
import type { Environment } from '../../settings';
import { checkAttributes, checkNamespace, checkPollers } from './engine-checks';
import { failure, reasonOf, type Finding } from './finding';
import { checkLines, checkPublicUrl, checkRecordings } from './network-checks';
import { checkSettings } from './settings-checks';
import {
  checkClock,
  checkIndexes,
  checkMasterKey,
  checkOverdue,
  checkReplicaSet,
  checkWorkers,
  readServer,
} from './store-checks';

/**
 * Looks at a deployment with the settings of the environment, and changes nothing. What cannot be looked at because an
 * earlier check failed is left out.
 */
export async function examine(env: Environment): Promise<Finding[]> {
  const { api, worker, findings } = checkSettings(env);
  if (api === undefined || worker === undefined) return findings;
  const [store, engine, network] = await Promise.all([
    examineStore(api),
    examineEngine(api),
    Promise.all([checkRecordings(worker), checkPublicUrl(api), checkLines(api, worker)]),
  ]);
  return [...findings, ...store, ...engine, ...network.flat()];
}

async function examineStore(settings: ApiSettings): Promise<Finding[]> {
  const mongo = createMongo(settings);
  try {
    const { facts, asked } = await readServer(mongo.db);
    return [
      ...checkReplicaSet(facts),
      checkClock(facts.localTime.getTime(), asked),
      ...(await examineDocuments(mongo.db, settings)),
    ];
  } catch (error) {
    return [
      failure('MongoDB', `It does not respond (${reasonOf(error)}).`, 'Check MONGODB_URI, the network and the user.'),
    ];
  } finally {
    await mongo.close();
  }
}

const examineDocuments = (db: Mongo['db'], settings: ApiSettings): Promise<Finding[]> => {
  const nowMs = Date.now();
  return Promise.all([
    checkIndexes(db),
    checkMasterKey(db, settings),
    checkWorkers(db, nowMs),
    checkOverdue(db, nowMs),
  ]);
};

async function examineEngine(settings: ApiSettings): Promise<Finding[]> {
  const temporal: Temporal = createTemporal(settings);
  try {
    const ofNamespace = await checkNamespace(temporal, settings.TEMPORAL_NAMESPACE);
    if (ofNamespace.some(({ Check }) => Check === 'Namespace')) return ofNamespace;
    const others = await Promise.all([checkAttributes(temporal), checkPollers(temporal, settings.TEMPORAL_NAMESPACE)]);
    return [...ofNamespace, ...others];
  } catch (error) {
    return [
      failure('Temporal', `It does not respond (${reasonOf(error)}).`, 'Check TEMPORAL_…, the network and the key.'),
    ];
  } finally {
    await temporal.close();
  }
}
