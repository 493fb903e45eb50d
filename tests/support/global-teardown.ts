/** Ends what the global set-up started. */
async function globalTeardown(): Promise<void> {
  await Promise.all((globalThis.outdialTestServers ?? []).map((server) => server.stop()));
}

export = globalTeardown;
