/** `npm run chart:test` and `npm run workflows:check`: checks that need programs which npm does not have. */
import { createCache } from '../dev-stack/obtain/cache';
import { NotObtainableError } from '../dev-stack/obtain/resolution';
import { createSupervisor } from '../dev-stack/processes/supervisor';
import { createTerminal } from '../dev-stack/terminal';
import { checkChart } from './chart';
import { checkWorkflows } from './workflows';

const checks = { chart: checkChart, workflows: checkWorkflows };
const stopGraceMs = 1_000;

/** @returns the exit code: 0 also if a program cannot be obtained here, which is printed, unless CI must have it */
async function main(name: string | undefined): Promise<number> {
  const check = name === undefined ? undefined : checks[name as keyof typeof checks];
  if (check === undefined) {
    console.error(`Expected one of ${Object.keys(checks).join(', ')}.`);
    return 2;
  }
  const supervisor = createSupervisor();
  const tools = { supervisor, cache: createCache(), terminal: createTerminal(), env: process.env };
  process.once('SIGINT', () => supervisor.killAll());
  try {
    return (await check(tools)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NotObtainableError)) throw error;
    console.error(`SKIPPED: ${error.message}`);
    return process.env['CI'] === undefined ? 0 : 1;
  } finally {
    await supervisor.stopAll(stopGraceMs);
  }
}

void main(process.argv[2]).then((code) => process.exit(code));
