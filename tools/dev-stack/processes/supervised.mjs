// Holds one program for the launcher: `node supervised.mjs COMMAND [ARGS...]`, started with an IPC channel.
// When the launcher dies, however it dies, the channel closes, and the program with all it started is ended here.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const ORPHAN_GRACE_MS = 8_000;
const LAST_OUTPUT_MS = 1_000;
const [command, ...args] = process.argv.slice(2);

// A group of its own: Ctrl-C on the terminal reaches the launcher only, which ends its programs in order. Its standard
// input is a pipe that closes with this process, for programs that watch it.
const program = spawn(command, args, { detached: true, stdio: 'pipe' });
let ending = false;

// Written by hand and not by pipe(): with the launcher gone the program's last words are read and dropped, because an
// undrained pipe could keep it from shutting down.
program.stdout.on('data', (chunk) => process.stdout.write(chunk));
program.stderr.on('data', (chunk) => process.stderr.write(chunk));
for (const stream of [process.stdout, process.stderr, program.stdin]) stream.on('error', () => undefined);

program.on('spawn', () => tell({ pid: program.pid }));
program.on('error', (error) => {
  tell({ error: error.message });
  process.exit(127);
});
program.on('exit', (code, signal) => {
  signalGroup('SIGKILL'); // whatever it left behind
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
    // Gone already.
  }
}

function tell(message) {
  if (process.connected) process.send(message);
}
