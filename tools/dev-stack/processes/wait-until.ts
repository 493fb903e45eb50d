const POLL_MS = 100;

/** The condition was not met in time. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Repeats the check until it passes.
 * @throws {TimeoutError} with the reason of the last failure
 */
export async function waitUntil(what: string, timeoutMs: number, check: () => Promise<unknown>): Promise<void> {
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (Date.now() > deadlineMs)
        throw new TimeoutError(`${what} within ${timeoutMs / 1000} s: ${reason}`, { cause: error });
    }
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
