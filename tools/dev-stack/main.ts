import { loadDevStack } from './config';
import { SettingsError } from '../../shared/config/load';
import { buildConsole, createSignInLink } from './console';
import { claimDataDir, DataDirInUseError, type DataDirClaim } from './data-dir';
import { createCluster } from './cluster';
import { createCache } from './obtain/cache';
import { findParentNpm, isStillRunning } from './processes/process-identity';
import { createSupervisor, StoppingError } from './processes/supervisor';
import { readLauncherSettings, withEnvFile } from './settings';
import { createStack, type Stack } from './stack';
import { demoCampaignId, formatSummary } from './summary';
import { createTerminal } from './terminal';

const STOP_LEFTOVERS_TIMEOUT_MS = 1_000;
/** One Ctrl-C arrives twice: the terminal signals the whole group, and npm forwards its own signal. */
const DUPLICATE_SIGNAL_WINDOW_MS = 2_000;
const PARENT_CHECK_INTERVAL_MS = 2_000;

const terminal = createTerminal();
const supervisor = createSupervisor();
/** `npm run cluster` is this program too, with a data folder of its own. */
const isCluster = process.argv[2] === 'cluster';
let claim: DataDirClaim | undefined;
let stack: Stack | undefined;
let stoppingSinceMs: number | undefined;

/** Stops everything in order; a second request kills everything at once. */
async function stop(exitCode: number): Promise<void> {
  if (stoppingSinceMs !== undefined) {
    if (Date.now() - stoppingSinceMs < DUPLICATE_SIGNAL_WINDOW_MS) return;
    supervisor.killAll();
    claim?.release();
    process.exit(130);
  }
  stoppingSinceMs = Date.now();
  if (exitCode === 0) terminal.print('Stopping ... (press Ctrl-C again to force)');
  supervisor.refuseNew();
  await stack?.stop();
  // Programs outside the stack: a download, a build, a program that was just starting.
  await supervisor.stopAll(STOP_LEFTOVERS_TIMEOUT_MS);
  claim?.release();
  if (exitCode === 0) terminal.print(`Stopped after ${((Date.now() - stoppingSinceMs) / 1000).toFixed(1)} s.`);
  process.exit(exitCode);
}

/** A killed npm sends no signal, and the shell between npm and this process forwards none. */
function stopWithNpm(): void {
  const npm = process.env['npm_lifecycle_event'] === undefined ? undefined : findParentNpm(process.pid);
  if (npm === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isStillRunning(npm)) return;
    clearInterval(timer);
    void stop(1);
  }, PARENT_CHECK_INTERVAL_MS);
}

async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  stopWithNpm();
  const env = { ...(isCluster ? { OUTDIAL_DATA_DIR: '.outdial/cluster' } : {}), ...withEnvFile(process.env) };
  const settings = readLauncherSettings(env);
  claim = await claimDataDir(settings.dataDir, (line) => terminal.print(line));
  const toolbox = { stack: loadDevStack(), supervisor, terminal, cache: createCache(env), env };
  stack = isCluster ? createCluster(toolbox, settings, claim) : createStack(toolbox, settings, claim);
  const [running] = await Promise.all([stack.start(), ...(settings.CONSOLE ? [buildConsole(toolbox)] : [])]);
  claim.recordEndpoint({ ...running.api, campaign: demoCampaignId });
  const signIn = settings.CONSOLE ? await createSignInLink(running.api) : undefined;
  const command = isCluster ? 'npm run cluster' : 'npm start';
  terminal.print(formatSummary(running, { ...settings, command }, signIn));
}

main().catch((error: unknown) => {
  // During shutdown every pending operation fails; that is expected.
  if (stoppingSinceMs !== undefined || error instanceof StoppingError) return;
  const isExpected = error instanceof SettingsError || error instanceof DataDirInUseError;
  terminal.print(
    error instanceof Error ? `${isExpected ? '' : 'Outdial did not start: '}${error.message}` : String(error),
  );
  void stop(1);
});
