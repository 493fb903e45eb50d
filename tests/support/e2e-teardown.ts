import globalTeardown from './global-teardown';

async function e2eTeardown(): Promise<void> {
  await globalThis.outdialLiveService?.processes.end();
  await globalTeardown();
}

export = e2eTeardown;
