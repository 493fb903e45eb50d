import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startMongoForTests, startTemporalForTests, timeSkippingExecutable } from './servers';

declare global {
  /** What the global teardown ends: jest runs both in one process. */
  var outdialTestServers: { stop(): Promise<void> }[] | undefined;
}

/**
 * Once per jest run: one Temporal, one MongoDB, the time-skipping server's program and the workflow bundle. Tests find them by
 * `OUTDIAL_TEST_TEMPORAL`, `OUTDIAL_TEST_MONGODB`, `OUTDIAL_TEST_TIME_SKIPPING` and `OUTDIAL_TEST_BUNDLE`.
 */
async function globalSetup(): Promise<void> {
  const started: { stop(): Promise<void> }[] = [];
  globalThis.outdialTestServers = started;
  const own = <T extends { stop(): Promise<void> }>(server: T): T => {
    started.push(server);
    return server;
  };
  const [temporal, mongodb, timeSkipping] = await Promise.all([
    startTemporalForTests().then(own),
    startMongoForTests().then(own),
    timeSkippingExecutable(),
  ]);
  process.env['OUTDIAL_TEST_TEMPORAL'] = temporal.address;
  process.env['OUTDIAL_TEST_MONGODB'] = mongodb.uri;
  process.env['OUTDIAL_TEST_TIME_SKIPPING'] = timeSkipping;
  const bundle = await bundleWorkflows();
  if (bundle) process.env['OUTDIAL_TEST_BUNDLE'] = own(bundle).codePath;
}

/** Bundling takes longer than most test files: done once, read by all. */
async function bundleWorkflows(): Promise<{ codePath: string; stop(): Promise<void> } | undefined> {
  const workflowsPath = resolve(__dirname, '../../workflows/index.ts');
  if (!existsSync(workflowsPath)) {
    console.warn('There is no workflows/index.ts: OUTDIAL_TEST_BUNDLE is not set.');
    return undefined;
  }
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
  const dir = mkdtempSync(join(tmpdir(), 'outdial-test-bundle-'));
  const codePath = join(dir, 'workflows.js');
  writeFileSync(codePath, code);
  return {
    codePath,
    stop() {
      rmSync(dir, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

export = globalSetup;
