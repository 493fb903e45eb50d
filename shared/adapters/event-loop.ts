import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** How long a computation may keep the event loop from everything else in its process, such as the audio of calls. */
const longestTurnMs = 10;

/** Returns a function that a long computation awaits between its steps: it yields to the event loop every few milliseconds. */
export function createYielder(): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < longestTurnMs) return;
    await yieldToEventLoop();
    sinceMs = performance.now();
  };
}
