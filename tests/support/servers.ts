import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCache } from '../../apps/dev/obtain/cache';
import { obtainMongo } from '../../apps/dev/obtain/mongodb';
import { obtainTemporalCli } from '../../apps/dev/obtain/temporal-cli';
import { obtainTestServer } from '../../apps/dev/obtain/test-server';
import type { Toolbox } from '../../apps/dev/obtain/toolbox';
import { freePort } from '../../apps/dev/ports';
import { createSupervisor, type Command, type SupervisedProcess } from '../../apps/dev/processes/supervisor';
import { inMemoryArgs, mongoArgs, mongoUri, untilMongoServes } from '../../apps/dev/servers/mongodb';
import { temporalAddress, temporalArgs, untilTemporalServes } from '../../apps/dev/servers/temporal';
import { createTerminal } from '../../apps/dev/terminal';
import { loadDevStack } from '../../shared/config/dev-stack';

const STOP_WITHIN_MS = 5_000;
const LAST_LINES = 15;

/** The launcher's own way of getting programs. Long steps (a download, a build) are told on stderr, beside jest's report. */
function toolbox(): Toolbox {
  const stderr = { write: (text: string) => process.stderr.write(text), columns: 120 };
  return {
    stack: loadDevStack(),
    supervisor: createSupervisor(),
    terminal: createTerminal(stderr),
    cache: createCache(),
    env: process.env,
  };
}

/**
 * A Temporal dev server of its own: no UI, nothing on disk, with the namespace, search attributes and dynamic config of
 * `temporal-dev.yaml`, on a free port. It ends with this process, however that ends.
 */
export async function startTemporalForTests(): Promise<{ address: string; stop(): Promise<void> }> {
  const tools = toolbox();
  const { executable } = await obtainTemporalCli(tools);
  const port = await freePort(0);
  const command = { command: executable, args: temporalArgs(tools.stack, { port }) };
  const server = await startReady(tools, command, () => untilTemporalServes(tools.stack, port));
  return {
    address: temporalAddress(port),
    async stop() {
      await server.stop(STOP_WITHIN_MS);
    },
  };
}

/**
 * A MongoDB of its own, empty, on a free port: a real mongod in a temporary folder where there is one, else the embedded
 * server in memory. It ends with this process, however that ends.
 */
export async function startMongoForTests(): Promise<{ uri: string; stop(): Promise<void> }> {
  const tools = toolbox();
  const { executable, kind } = await obtainMongo(tools);
  const port = await freePort(0);
  const dir = mkdtempSync(join(tmpdir(), 'outdial-test-mongodb-'));
  const args = kind === 'embedded' ? inMemoryArgs(port) : mongoArgs(tools.stack, kind, { port, dir });
  const server = await startReady(tools, { command: executable, args }, () =>
    untilMongoServes(tools.stack, kind, port),
  );
  return {
    uri: mongoUri(port),
    async stop() {
      await server.stop(STOP_WITHIN_MS);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * The time-skipping server's program, for
 * `TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } })`.
 */
export async function timeSkippingExecutable(): Promise<string> {
  const { executable } = await obtainTestServer(toolbox());
  return executable;
}

async function startReady(
  { supervisor }: Toolbox,
  command: Command,
  ready: () => Promise<void>,
): Promise<SupervisedProcess> {
  const lines: string[] = [];
  const server = await supervisor.start({ ...command, onLine: (line) => lines.push(line) });
  const ended = server.exited.then((code) => {
    throw new Error(`${command.command} ended (${code}):\n${lines.slice(-LAST_LINES).join('\n')}`);
  });
  ended.catch(() => undefined);
  try {
    await Promise.race([ready(), ended]);
  } catch (error) {
    server.kill();
    throw error;
  }
  return server;
}
