import { Context } from '@temporalio/activity';

const heartbeatIntervalMs = 4_000;

/** Heartbeats while the work runs, so that Temporal detects a lost worker within seconds. */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), heartbeatIntervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
