import globalSetup from './global-setup';
import { startLiveService } from './live-env';

declare global {
  /** The service that the files of `e2e/` share; the teardown ends it. */
  var outdialLiveService: Awaited<ReturnType<typeof startLiveService>> | undefined;
}

async function e2eSetup(): Promise<void> {
  await globalSetup();
  const live = await startLiveService({ apis: 2, workers: 2 });
  globalThis.outdialLiveService = live;
  process.env['OUTDIAL_TEST_LIVE'] = JSON.stringify(live.service);
}

export = e2eSetup;
