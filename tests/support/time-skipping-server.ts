import { TestWorkflowEnvironment } from '@temporalio/testing';
import { searchAttributes } from '../../shared/messages/search-attributes';
import { isListening } from '../../tools/dev-stack/ports';
import { testPort } from './ports';
import { scaledMs } from './deadline';
import { startProgram, type TestProcess } from './program';
import { setting } from './setting';
import { createTestSupervisor } from './supervisor';
import { until } from './until';

const readyWithinMs = 60_000;
const yearMs = 365 * 86_400_000;
/**
 * How far ahead a server's clock may be that is used again. It jumps by ten years, after which a run of a workflow would time out, whenever a
 * workflow ends that a test waits for, and nothing else is planned.
 */
const furthestMs = 1_000 * yearMs;

/** What `createTimeSkipping` calls once its server runs. The public method for an existing server does not skip time. */
const environments = TestWorkflowEnvironment as unknown as {
  create(options: object): Promise<TestWorkflowEnvironment>;
};

/** The time-skipping server that a test file uses alone, until it stops it. */
export interface TimeSkippingServer {
  env: TestWorkflowEnvironment;
  stop(): Promise<void>;
}

interface RunningServer {
  env: TestWorkflowEnvironment;
  program: TestProcess;
}
/** Jest loads the project's modules anew for each file: the server that no file uses is kept for the next one. */
const ofProcess = globalThis as { [key: symbol]: RunningServer | undefined };
const unused = Symbol.for('outdial.tests.time-skipping-server');

/**
 * Lends the time-skipping server of this process, which is a JVM that each file would have to start anew. Its clock goes on where the file
 * before has left it.
 */
export async function startTimeSkippingServer(): Promise<TimeSkippingServer> {
  const server = ofProcess[unused] ?? (await startServer());
  ofProcess[unused] = undefined;
  const { env, program } = server;
  return {
    env,
    stop: async () => {
      if (await isReusable(env)) {
        ofProcess[unused] = server;
        return;
      }
      await env.teardown();
      await program.kill();
    },
  };
}

/**
 * Starts the server as the other processes of tests are started. `TestWorkflowEnvironment.createTimeSkipping` would wait five
 * seconds for it and no longer, which a JVM on a busy machine may exceed.
 */
async function startServer(): Promise<RunningServer> {
  const port = await testPort();
  const command = { command: setting('OUTDIAL_TEST_TIME_SKIPPING'), args: [String(port)], lasting: true };
  const program = await startProgram(createTestSupervisor(), command, () =>
    until(() => isListening(port), Boolean, readyWithinMs),
  );
  const env = await environments.create({
    server: { type: 'existing' },
    address: `127.0.0.1:${port}`,
    supportsTimeSkipping: true,
  });
  await registerSearchAttributes(env);
  return { env, program };
}

/** The time-skipping server does not read `temporal-dev.yaml`. */
async function registerSearchAttributes({ connection }: TestWorkflowEnvironment): Promise<void> {
  const types = { KEYWORD: 2, DATETIME: 6 } as const;
  await connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(
      Object.values(searchAttributes).map(({ name, type }) => [
        name,
        type === 'DATETIME' ? types.DATETIME : types.KEYWORD,
      ]),
    ),
  });
}

/**
 * Ends what the file has left open, once its workers are gone, and finds out whether the next file can use the server: not if its clock is
 * years ahead, and not if time no longer skips, which is so for good once a workflow has been ended within a task or an activity.
 */
async function isReusable(env: TestWorkflowEnvironment): Promise<boolean> {
  const { workflowService } = env.connection;
  const { executions } = await workflowService.listOpenWorkflowExecutions({ namespace: 'default' });
  for (const { execution } of executions)
    await env.client.workflow.getHandle(execution?.workflowId ?? '').terminate('Its test file is over.');
  return (await skipsTime(env)) && (await env.currentTimeMs()) - Date.now() < furthestMs;
}

/** Whether an hour by the server's clock passes in far less: a false no costs the start of another server. */
const skipsTime = ({ connection, sleep }: TestWorkflowEnvironment): Promise<boolean> =>
  connection
    .withDeadline(Date.now() + scaledMs(1_000), () => sleep('1 hour'))
    .then(
      () => true,
      () => false,
    );
