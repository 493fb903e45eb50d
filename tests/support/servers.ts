import { obtainTestServer } from '../../tools/dev-stack/obtain/test-server';
import { buildPrograms } from './build';
import { startMongoFaultProxy } from './mongo-fault-proxy';
import { createProcesses, onePartition, testToolbox, type Processes } from './processes';
import { mongoDelayMs } from './sizes';
import { freshAttributes } from './temporal-namespace';

/** What one file's own server is: it ends with this process, however that ends. */
interface OwnServer {
  stop(): Promise<void>;
}
const own = async <T extends object>(start: (processes: Processes) => Promise<T>): Promise<T & OwnServer> => {
  const processes = createProcesses();
  const stop = () => processes.end();
  return { ...(await start(processes)), stop };
};

/** A MongoDB of its own, empty, in memory where the embedded server is used. */
export const startMongoForTests = () =>
  own(async (processes) => ({ uri: (await processes.mongo({ inMemory: true })).uri }));

/** What the tests of a whole run share, and how they find it. */
export interface SharedServers extends OwnServer {
  env: Record<string, string>;
}

/**
 * One Temporal, one MongoDB, the program of the time-skipping server, and one build of the service. `npm test` starts them before its
 * run; a jest that runs alone starts them in its global set-up. With OUTDIAL_TEST_MONGODB set, that MongoDB is used instead: the URI of
 * one member, with parameters, such as `mongodb://127.0.0.1:27017/?directConnection=true`.
 */
export async function startSharedServers(): Promise<SharedServers> {
  const processes = createProcesses();
  const tools = testToolbox();
  const given = process.env['OUTDIAL_TEST_MONGODB'];
  try {
    const [temporal, mongo, timeSkipping, build] = await Promise.all([
      processes.temporal({ dynamicConfig: { ...freshAttributes, ...onePartition } }),
      given === undefined ? processes.mongo({ inMemory: true }) : { uri: given },
      obtainTestServer(tools),
      buildPrograms(),
    ]);
    const proxy = mongoDelayMs > 0 ? await startMongoFaultProxy(mongo.uri) : undefined;
    proxy?.delay(mongoDelayMs);
    let stopping = false;
    for (const server of 'exited' in mongo ? [temporal, mongo] : [temporal])
      void server.exited().then((code) => {
        if (!stopping) console.error(`A server of the tests ended (${code}):\n${server.output()}`);
      });
    return {
      env: {
        OUTDIAL_TEST_TEMPORAL: temporal.address,
        OUTDIAL_TEST_MONGODB: proxy?.uri ?? mongo.uri,
        OUTDIAL_TEST_TIME_SKIPPING: timeSkipping.executable,
        OUTDIAL_TEST_BUNDLE: build.bundle,
        OUTDIAL_TEST_BUILD: build.folder,
      },
      stop: async () => {
        stopping = true;
        build.remove();
        await proxy?.stop();
        await processes.end();
      },
    };
  } catch (error) {
    await processes.end();
    throw error;
  }
}
