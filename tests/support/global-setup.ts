import { startSharedServers, type SharedServers } from './servers';

declare global {
  /** What the global teardown ends: jest runs both in one process. */
  var outdialTestServers: SharedServers | undefined;
}

/** Starts what the tests share, unless `npm test` has started it before. */
async function globalSetup(): Promise<void> {
  if (process.env['OUTDIAL_TEST_BUILD'] !== undefined || globalThis.outdialTestServers !== undefined) return;
  const servers = await startSharedServers();
  globalThis.outdialTestServers = servers;
  Object.assign(process.env, servers.env);
}

export = globalSetup;
