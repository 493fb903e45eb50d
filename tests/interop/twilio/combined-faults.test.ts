import { CallRefusedError, type LegEnd, type TelephonyProvider } from '../../../shared/adapters/telephony/telephony';
import { stableHash } from '../../../shared/domain/stable-hash';
import { type FaultyCalls, startFaultyCalls } from '../../support/twilio/faulty-calls';
import { shareOfTwilioFaults } from '../../support/sizes';
import type { Faults, Phone } from '../../support/twilio/phone';

const creations = [undefined, 'answer_lost', 'late_answer', 'created_500', 'refused_500', 'refused_429'] as const;
const callbacks = ['sent', 'lost', 'twice', 'late', 'any'] as const;
const phones = ['answers', 'no_answer', 'hangs_up', 'busy'] as const;
const workers = ['lives', 'is lost'] as const;

/** Every combination, in an order that mixes them. */
const combinations = creations
  .flatMap((create) => callbacks.map((callback) => ({ create, callback })))
  .flatMap((faults) => phones.map((does) => ({ ...faults, does })))
  .flatMap((call) => workers.map((worker) => ({ ...call, worker })))
  .map((call, index) => ({ ...call, seed: stableHash(`combination ${index}`) }))
  .sort((one, other) => one.seed - other.seed);
type Combination = (typeof combinations)[number];

/** Calls at once: all servers and phones are one process. */
const concurrency = 12;

let calls: FaultyCalls;
let hasty: TelephonyProvider;
beforeAll(async () => {
  calls = await startFaultyCalls();
  hasty = await calls.rig.startWorker({ timings: { unknownMs: 600, pollMs: 500 } });
});
afterAll(() => calls.rig.close());

function faultsOf({ create, callback, seed }: Combination): Faults {
  const kinds = ['sent', 'lost', 'twice', 'late'] as const;
  const anyOf = (event: string) => kinds[stableHash(`${seed} ${event}`) % kinds.length]!;
  const how = (event: string) => (callback === 'any' ? anyOf(event) : callback);
  return { callbacks: how, ...(create && { create }) };
}

/** Makes a call until it is over for us. @returns what is wrong with it */
async function run(combination: Combination): Promise<string[]> {
  const { does, worker, create } = combination;
  const request = calls.requestTo(does satisfies Phone['does'], faultsOf(combination));
  const { attemptKey } = request;
  let end: LegEnd | undefined;
  let refused = false;
  try {
    const { leg } = await calls.dial({ ...request, ringTimeoutMs: 1_000, maxDurationMs: 1_500 }, hasty);
    if (worker === 'is lost') await calls.other.lookup(attemptKey, leg.line);
    end = await leg.ended;
  } catch (error) {
    refused = error instanceof CallRefusedError;
  }
  const rings = (): number => calls.rig.twilio.callsOf(attemptKey).reduce((sum, call) => sum + call.rings, 0);
  const problems: string[] = [];
  if (refused && rings() > 0) problems.push('It was refused, and rang.');
  if (calls.callOf(request) !== undefined) await calls.untilOver(request).catch(() => problems.push('It hangs on.'));
  if (rings() > 1) problems.push(`It rang ${rings()} times.`);
  if (calls.rig.twilio.requestsFor(attemptKey) !== 1) problems.push('It was not sent once.');
  const lookup = await hasty.lookup(attemptKey).catch(() => ({ state: 'unknown' as const }));
  if (lookup.state === 'active') problems.push('It is active.');
  if (refused !== (create === 'refused_429')) problems.push('It was refused, or should have been.');
  if (worker === 'lives' && create === undefined && end === undefined) problems.push('It has no end.');
  return problems.map((problem) => `${JSON.stringify(combination)}: ${problem}`);
}

it('no combination of faults rings twice, or leaves a call behind', async () => {
  const chosen = combinations.filter((_, index) => index % shareOfTwilioFaults === 0);
  const problems: string[] = [];
  const queue = [...chosen];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) problems.push(...(await run(next)));
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  expect(problems).toEqual([]);
  expect(calls.findViolations()).toEqual([]);
  expect(chosen.length).toBeGreaterThanOrEqual(40);
}, 180_000);
