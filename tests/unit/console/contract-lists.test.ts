import { eventKinds } from '../../../apps/console/src/lib/event-tail';
import { failureReasons, jobStates } from '../../../apps/console/src/lib/jobs-search';
import { gateTexts } from '../../../apps/console/src/lib/overview';
import { buckets } from '../../../apps/console/src/lib/stats-search';
import { scenarios } from '../../../apps/console/src/pages/try/scenarios';
import { simulatorScenarios } from '../../../shared/adapters/telephony/simulated/scenarios';
import * as failures from '../../../shared/domain/job/failure';
import { readableJobStates } from '../../../shared/domain/job/state';
import { gateNames } from '../../../shared/domain/schedule/gate';
import { bucketNames } from '../../../shared/domain/stats/buckets';
import { webhookEvents } from '../../../shared/domain/webhook/event';

// The console imports nothing of the server, so its lists are copies.
describe('the lists of the console', () => {
  it.each([
    ['the states of jobs', jobStates, readableJobStates],
    ['the reasons of failures', failureReasons, failures.failureReasons],
    ['the kinds of events', eventKinds, webhookEvents],
    ['the gates', Object.keys(gateTexts), gateNames],
    ['the intervals of statistics', buckets, bucketNames],
    ['the scenarios of the simulator', scenarios.map(([name]) => name), simulatorScenarios],
  ])('have %s that the service has', (_what, listed: readonly string[], known: readonly string[]) => {
    expect([...listed].sort()).toEqual([...known].sort());
  });
});
