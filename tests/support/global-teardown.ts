/** Ends what the global set-up started. */
async function globalTeardown(): Promise<void> {
  await globalThis.outdialTestServers?.stop();
  globalThis.outdialTestServers = undefined;
}

export = globalTeardown;
