import { failureReasons, jobStates } from '../../../apps/console/src/lib/jobs-search';
import { scenarios } from '../../../apps/console/src/pages/try/scenarios';
import { simulatorScenarios } from '../../../shared/adapters/telephony/simulated/scenarios';
import * as failures from '../../../shared/domain/job/failure';
import { readableJobStates } from '../../../shared/domain/job/state';

// The console imports nothing of the server, so its lists are copies.
describe('the lists of the console', () => {
  it.each([
    ['the states of jobs', jobStates, readableJobStates],
    ['the reasons of failures', failureReasons, failures.failureReasons],
    ['the scenarios of the simulator', scenarios.map(([name]) => name), simulatorScenarios],
  ])('have %s that the service has', (_what, listed: readonly string[], known: readonly string[]) => {
    expect([...listed].sort()).toEqual([...known].sort());
  });
});
