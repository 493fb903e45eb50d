import { join } from 'node:path';
import type { DevStack } from '../../shared/config/dev-stack';
import { programNames, type DataDirClaim, type ProgramName } from './data-dir';
import { obtainMongo } from './obtain/mongodb';
import { obtainTemporalCli } from './obtain/temporal-cli';
import type { Toolbox } from './obtain/toolbox';
import { freePort } from './ports';
import { keepRunning, type KeptProgram, type Program } from './processes/keep-running';
import { openLogFile } from './processes/log-file';
import { showMongoErrors, showTemporalErrors, type ShowLine } from './processes/log-lines';
import { localSecrets } from './secrets';
import { checkGivenMongo, kindOfData, mongoArgs, mongoUri, untilMongoServes } from './servers/mongodb';
import { checkGivenTemporal, temporalAddress, temporalArgs, untilTemporalServes } from './servers/temporal';
import { apiProgram, workerProgram } from './services';
import { serviceEnv, type LauncherSettings } from './settings';

/** Where everything is, once it runs. */
export interface RunningStack {
  api: { url: string; key: string };
  temporal: { source: string; address: string; namespace: string; uiUrl?: string };
  mongodb: { source: string; uri: string };
}

/** The local stack: brought up once, ended once. */
export interface Stack {
  start(): Promise<RunningStack>;
  /** The API first and the databases last, so that nothing loses what it stands on. */
  stop(): Promise<void>;
}

const stopOrder = ['api', 'worker', 'temporal', 'mongodb'] as const satisfies readonly ProgramName[];

/** Puts the stack of `temporal-dev.yaml` together from what the machine has. */
export function createStack(toolbox: Toolbox, settings: LauncherSettings, claim: DataDirClaim): Stack {
  const kept = new Map<ProgramName, KeptProgram>();
  const logs = new Map(programNames.map((name) => [name, openLogFile(join(settings.dataDir, 'logs', `${name}.log`))]));
  const keep = async (program: Program) => {
    const { name } = program;
    const surroundings = {
      supervisor: toolbox.supervisor,
      terminal: toolbox.terminal,
      log: (line: string) => logs.get(name)?.write(line),
      onPid: (pid: number | null) => claim.recordPid(name, pid),
    };
    kept.set(name, await toolbox.terminal.during(`Starting ${name}`, () => keepRunning(program, surroundings)));
  };
  return {
    async start() {
      const [temporal, mongodb] = await Promise.all([
        bringTemporal(toolbox, settings, keep),
        bringMongo(toolbox, settings, keep),
      ]);
      const api = await bringServices(settings, { temporal, mongodb, env: toolbox.env }, keep);
      return { api, temporal, mongodb };
    },
    async stop() {
      for (const name of stopOrder) await kept.get(name)?.stop();
    },
  };
}

type Keep = (program: Program) => Promise<void>;

/** With LOG_LEVEL=debug everything the programs say is shown. */
const shown = (settings: LauncherSettings, show: ShowLine): ShowLine =>
  ['debug', 'trace'].includes(settings.LOG_LEVEL) ? (line) => line : show;

async function bringTemporal(
  toolbox: Toolbox,
  settings: LauncherSettings,
  keep: Keep,
): Promise<RunningStack['temporal']> {
  const { stack, terminal } = toolbox;
  const namespace = settings.TEMPORAL_NAMESPACE ?? stack.temporal.namespace;
  if (settings.TEMPORAL_ADDRESS !== undefined) {
    const address = settings.TEMPORAL_ADDRESS;
    await checkGivenTemporal({ address, namespace, apiKey: settings.TEMPORAL_API_KEY, tls: settings.TEMPORAL_TLS });
    return { source: 'TEMPORAL_ADDRESS', address, namespace };
  }
  const { executable, source } = await obtainTemporalCli(toolbox);
  terminal.say(`Temporal: ${source}`);
  const port = await freePort(stack.temporal.port);
  const uiPort = await freePort(stack.temporal.uiPort);
  const dbFile = join(settings.dataDir, 'temporal.db');
  const local = localStack(stack, namespace);
  await keep({
    name: 'temporal',
    command: { command: executable, args: temporalArgs(local, { port, uiPort, dbFile }), env: toolbox.env },
    ready: () => untilTemporalServes(local, port),
    show: shown(settings, showTemporalErrors),
    graceMs: 3_000,
  });
  return { source, address: temporalAddress(port), namespace, uiUrl: `http://127.0.0.1:${uiPort}` };
}

/** TEMPORAL_NAMESPACE also names the namespace of a local run. */
function localStack(stack: DevStack, namespace: string): DevStack {
  return { ...stack, temporal: { ...stack.temporal, namespace } };
}

async function bringMongo(toolbox: Toolbox, settings: LauncherSettings, keep: Keep): Promise<RunningStack['mongodb']> {
  const { stack, terminal } = toolbox;
  if (settings.MONGODB_URI !== undefined) {
    await checkGivenMongo(settings.MONGODB_URI);
    return { source: 'MONGODB_URI', uri: settings.MONGODB_URI };
  }
  const dir = join(settings.dataDir, 'mongodb');
  const { executable, kind, source } = await obtainMongo(toolbox, kindOfData(dir));
  terminal.say(`MongoDB: ${source}`);
  const port = await freePort(stack.mongodb.port);
  await keep({
    name: 'mongodb',
    command: { command: executable, args: mongoArgs(stack, kind, { port, dir }), env: toolbox.env },
    ready: () => untilMongoServes(stack, kind, port),
    show: shown(settings, showMongoErrors),
    graceMs: 2_500,
  });
  return { source, uri: mongoUri(port) };
}

interface Beneath extends Pick<RunningStack, 'temporal' | 'mongodb'> {
  env: NodeJS.ProcessEnv;
}

async function bringServices(
  settings: LauncherSettings,
  { temporal, mongodb, env }: Beneath,
  keep: Keep,
): Promise<RunningStack['api']> {
  const port = await freePort(settings.PORT, settings.HOST);
  // All addresses means this machine, too, but no URL can say so.
  const host = ['0.0.0.0', '::'].includes(settings.HOST) ? '127.0.0.1' : settings.HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const secrets = localSecrets(settings.dataDir, {
    masterKey: settings.OUTDIAL_MASTER_KEY,
    bootstrapKey: settings.OUTDIAL_BOOTSTRAP_KEY,
  });
  const childEnv = serviceEnv(env, settings, {
    ...secrets,
    port,
    mongoUri: mongodb.uri,
    temporalAddress: temporal.address,
    temporalNamespace: temporal.namespace,
  });
  const show = shown(settings, apiProgram(childEnv, url).show);
  await Promise.all([keep(apiProgram(childEnv, url, show)), keep(workerProgram(childEnv, show))]);
  return { url, key: secrets.bootstrapKey };
}
