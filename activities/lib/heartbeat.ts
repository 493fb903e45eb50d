import { Context } from '@temporalio/activity';

const heartbeatIntervalMs = 4_000;

/** Runs work that may take its time, and tells the engine meanwhile that its worker lives: a lost one is noticed in seconds. */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), heartbeatIntervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
