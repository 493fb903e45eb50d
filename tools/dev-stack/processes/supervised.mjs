// Wraps one program of the launcher: `node supervised.mjs COMMAND [ARGS...]`, started with an IPC channel.
// The channel closes whenever the launcher dies, even by SIGKILL; then this process ends the program and its children.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const ORPHAN_GRACE_MS = 8_000;
const LAST_OUTPUT_MS = 1_000;
const [command, ...args] = process.argv.slice(2);

// The program leads its own process group: Ctrl-C on the terminal reaches only the launcher, which stops its programs in
// order. Its standard input is a pipe that closes with this process, for programs that watch it.
const program = spawn(command, args, { detached: true, stdio: 'pipe' });
let ending = false;

// Not pipe(): after the launcher has died, the program's output must still be drained, because a full pipe could keep the
// program from shutting down.
program.stdout.on('data', (chunk) => process.stdout.write(chunk));
program.stderr.on('data', (chunk) => process.stderr.write(chunk));
for (const stream of [process.stdout, process.stderr, program.stdin]) stream.on('error', () => undefined);

program.on('spawn', () => send({ pid: program.pid }));
program.on('error', (error) => {
  send({ error: error.message });
  process.exit(127);
});
program.on('exit', (code, signal) => {
  signalGroup('SIGKILL'); // children that are still running
  const leave = () => process.exit(code ?? 128 + constants.signals[signal]);
  program.on('close', leave);
  setTimeout(leave, LAST_OUTPUT_MS);
});

process.on('message', (message) => end(message.stopWithinMs));
process.on('disconnect', () => end(ORPHAN_GRACE_MS));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end(ORPHAN_GRACE_MS));

function end(graceMs) {
  if (ending) return;
  ending = true;
  signalGroup('SIGTERM');
  setTimeout(() => signalGroup('SIGKILL'), graceMs);
}

function signalGroup(signal) {
  try {
    process.kill(-program.pid, signal);
  } catch {
    // The group has already exited.
  }
}

function send(message) {
  if (process.connected) process.send(message);
}
