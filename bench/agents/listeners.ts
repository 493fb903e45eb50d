/** A listener for each call, in a process of their own, which `bench/agents.ts` forks. */
import { WebSocket } from 'ws';
import type { ListenerReport } from './messages';

const retryMs = 500;
const report: ListenerReport = { listeners: 0, frames: 0, longestGapMs: 0 };

function listen(url: string, authorization: string): void {
  const socket = new WebSocket(url, { headers: { authorization }, perMessageDeflate: false });
  let lastMs: number | undefined;
  socket.on('open', () => report.listeners++);
  socket.on('message', () => {
    const nowMs = performance.now();
    report.frames++;
    report.longestGapMs = Math.max(report.longestGapMs, lastMs === undefined ? 0 : nowMs - lastMs);
    lastMs = nowMs;
  });
  // Before the worker has stored its address, or while the machine starts fifty calls at once.
  socket.on('error', () => setTimeout(() => listen(url, authorization), retryMs));
}

process.on('message', (command: { listen?: { url: string; authorization: string } } | 'reset' | 'report') => {
  if (command === 'report') process.send?.({ listeners: report });
  else if (command === 'reset') Object.assign(report, { frames: 0, longestGapMs: 0 });
  else if (command.listen) listen(command.listen.url, command.listen.authorization);
});
process.on('disconnect', () => process.exit());
