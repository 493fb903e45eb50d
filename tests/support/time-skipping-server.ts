import { TestWorkflowEnvironment } from '@temporalio/testing';
import { isListening } from '../../tools/dev-stack/ports';
import { testPort } from './ports';
import { createProcesses } from './processes';
import { setting } from './setting';
import { until } from './until';

const readyWithinMs = 60_000;

/** What `createTimeSkipping` calls once its server runs. The public method for an existing server does not skip time. */
const environments = TestWorkflowEnvironment as unknown as {
  create(options: object): Promise<TestWorkflowEnvironment>;
};

/** A time-skipping server of one test file. */
export interface TimeSkippingServer {
  env: TestWorkflowEnvironment;
  stop(): Promise<void>;
}

/**
 * Starts the server as the other processes of tests are started. `TestWorkflowEnvironment.createTimeSkipping` would wait five
 * seconds for it and no longer, which a JVM on a busy machine may exceed.
 */
export async function startTimeSkippingServer(): Promise<TimeSkippingServer> {
  const processes = createProcesses();
  const port = await testPort();
  await processes.program({ command: setting('OUTDIAL_TEST_TIME_SKIPPING'), args: [String(port)] }, () =>
    until(() => isListening(port), Boolean, readyWithinMs),
  );
  const env = await environments.create({
    server: { type: 'existing' },
    address: `127.0.0.1:${port}`,
    supportsTimeSkipping: true,
  });
  return {
    env,
    stop: async () => {
      await env.teardown();
      await processes.end();
    },
  };
}
