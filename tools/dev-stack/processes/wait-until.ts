const POLL_MS = 100;

/** Something did not come to pass in time. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Asks again until the check passes.
 * @throws {TimeoutError} with the last reason, when time is up
 */
export async function waitUntil(what: string, timeoutMs: number, check: () => Promise<unknown>): Promise<void> {
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (Date.now() > deadlineMs)
        throw new TimeoutError(`${what} within ${timeoutMs / 1000} s: ${why}`, { cause: error });
    }
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
