import { Context } from '@temporalio/activity';

const defaultIntervalMs = 4_000;

/** Heartbeats while the work runs, so that Temporal detects a lost worker within seconds. */
export async function withHeartbeat<T>(work: () => Promise<T>, intervalMs = defaultIntervalMs): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), intervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
