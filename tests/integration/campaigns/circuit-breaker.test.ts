import { sweep } from '../../../activities/sweeper/sweeper';
import { CallRefusedError, type DialRequest } from '../../../shared/adapters/telephony/telephony';
import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';
import type { TestApi } from '../../support/api';
import { startApiWithWorkers, type ApiWithWorkers } from '../../support/api-with-workers';
import { invariantViolations } from '../../support/invariants';
import { until } from '../../support/until';
import type { TestDeps } from '../../support/worker';
import type { ScheduleExplanationBody } from '../../../shared/contracts/schedule-response.schema';

/** The instants are those of the API and the worker, which the test moves ahead. */
let aheadMs = 0;
const nowMs = (): number => Date.now() + aheadMs;

let running: ApiWithWorkers;
let api: TestApi;
let deps: TestDeps;
let isBroken = false;
let beforeClaim: (() => Promise<void>) | undefined;
const line = { dialed: 0, open: 0, most: 0 };

/** Counts the calls of the line, which may be broken, and waits before a claim is answered. */
function observe(own: TestDeps): TestDeps {
  const { calls } = own.store;
  const claim: typeof calls.claim = async (call) => {
    const claimed = await calls.claim(call);
    await beforeClaim?.();
    return claimed;
  };
  const dial = own.provider.dial.bind(own.provider);
  own.provider.dial = async (request: DialRequest) => {
    line.dialed++;
    if (isBroken) throw new CallRefusedError('The trunk does not answer.');
    const leg = await dial(request);
    line.most = Math.max(line.most, ++line.open);
    void leg.ended.then(() => line.open--);
    return leg;
  };
  return { ...own, store: { ...own.store, calls: { ...calls, claim } } };
}

beforeAll(async () => {
  running = await startApiWithWorkers({ nowMs, change: observe });
  ({ api, deps } = running);
}, 60_000);
afterAll(() => running.stop(), 30_000);
jest.setTimeout(90_000);
afterEach(() => {
  isBroken = false;
  beforeClaim = undefined;
});

const breakerOf = async (id: string) =>
  (await api.request<CampaignBody>('GET', `/campaigns/${id}`)).body.CircuitBreaker;
const stateOf = async (path: string) => (await api.request<{ Data: { State: string } }>('GET', path)).body.Data;
const idOf = (path: string): string => path.split('/').at(-1)!;
const attemptsOf = async (path: string) => (await api.store.jobs.load(idOf(path)))?.Metrics.TotalCallAttempts;
const scheduleOf = async (path: string) => (await api.request<ScheduleExplanationBody>('GET', `${path}/schedule`)).body;
const actionsOf = async (id: string): Promise<[string, string][]> => {
  const entries = await api.store.auditLog.list({ orgId: api.orgId, campaignId: id }, 50);
  const found = entries.filter(({ Action }) => Action.startsWith('circuit_breaker'));
  return found.map(({ Action, Actor }): [string, string] => [Action, Actor.Kind]).reverse();
};

async function createCampaign(CircuitBreaker: object): Promise<string> {
  const body = { Name: 'Breaker', DefaultCallerID: '+14155550100', JitterSeconds: 0, CircuitBreaker };
  const made = await api.request<{ CampaignID: string }>('POST', '/campaigns', body);
  expect(made.status).toBe(201);
  return made.body.CampaignID;
}
const post = async (id: string, Constraints: object = {}): Promise<string> => {
  const simulator = { Scenario: 'conversation_complete', RingSeconds: 0.1, TalkSeconds: 0.1 };
  const Overrides = { Constraints, Integrations: { simulator } };
  const { body } = await api.request<{ JobID: string }>('POST', `/campaigns/${id}/jobs`, {
    ContactPhoneNumber: '+14155550123',
    Overrides,
  });
  return `/campaigns/${id}/jobs/${body.JobID}`;
};
const once = { MaxTotalCalls: 1 };
const held = async (path: string) =>
  until(
    () => scheduleOf(path),
    ({ HeldBy }) => HeldBy === 'CircuitBreaker',
  );
/** Runs the sweeper of the worker until something holds. */
const swept = <T>(look: () => Promise<T>, holds: (found: T) => boolean): Promise<T> =>
  until(
    async () => {
      await sweep(deps);
      return look();
    },
    holds,
    40_000,
  );

describe('the circuit breaker of a campaign', () => {
  it('holds calls while the line fails, explains it, probes, and calls every job once the line works', async () => {
    const id = await createCampaign({ MinCalls: 4, CooldownSeconds: 60, ProbeCalls: 2 });
    expect(await breakerOf(id)).toEqual({ State: 'closed' });
    isBroken = true;
    const lost = await Promise.all([1, 2, 3, 4].map(() => post(id, once)));
    const opened = await until(
      () => breakerOf(id),
      (breaker) => breaker?.State === 'open',
    );
    expect(opened).toMatchObject({ Calls: 4, Failures: 4, LastError: 'provider_refused' });
    for (const path of lost)
      expect(
        (
          await until(
            () => stateOf(path),
            ({ State }) => State === 'failed',
          )
        ).State,
      ).toBe('failed');
    expect((await api.request<CampaignBody>('GET', `/campaigns/${id}/stats`)).body.CircuitBreaker).toEqual(opened);

    // Jobs that are created now are planned for the first probes.
    const jobs = await Promise.all(Array.from({ length: 6 }, () => post(id, once)));
    const HalfOpenMS = Date.parse(opened!.HalfOpenAt!);
    const explained = await scheduleOf(jobs[0]!);
    expect(explained).toMatchObject({ HeldBy: 'CircuitBreaker', NextCallMS: HalfOpenMS });
    expect(explained.Gates).toContainEqual(
      expect.objectContaining({ Name: 'CircuitBreaker', Origin: 'campaign', Satisfied: false, OpensAtMS: HalfOpenMS }),
    );
    const dialedBefore = line.dialed;

    // The line still fails: of all jobs that are due, probes are dialed, and the others keep their attempts.
    aheadMs += 120_000;
    const again = await swept(
      () => breakerOf(id),
      (breaker) => breaker?.State === 'open',
    );
    expect(Date.parse(again!.HalfOpenAt!) - nowMs()).toBeGreaterThan(60_000);
    expect(line.dialed - dialedBefore).toBeLessThanOrEqual(2);
    expect(line.dialed - dialedBefore).toBeGreaterThan(0);
    const settled = await until(
      () => Promise.all(jobs.map(async (path) => ({ path, ...(await stateOf(path)) }))),
      (all) => all.every(({ State }) => State === 'failed' || State === 'scheduled'),
    );
    const waiting = settled.filter(({ State }) => State === 'scheduled').map(({ path }) => path);
    expect(waiting).toHaveLength(6 - (line.dialed - dialedBefore));
    const late = await swept(
      () => Promise.all(waiting.map(scheduleOf)),
      (all) => all.every(({ HeldBy }) => HeldBy === 'CircuitBreaker'),
    );
    expect(late.map(({ Attempts }) => Attempts)).toEqual(waiting.map(() => []));

    // The line works again.
    isBroken = false;
    line.most = 0;
    aheadMs += 180_000;
    await swept(
      () => breakerOf(id),
      (breaker) => breaker?.State === 'closed',
    );
    expect(line.most).toBeLessThanOrEqual(2);
    await swept(
      () => Promise.all(waiting.map((path) => stateOf(path))),
      (all) => all.every(({ State }) => State === 'completed'),
    );
    for (const path of waiting) {
      expect(await attemptsOf(path)).toBe(1);
      expect(await invariantViolations({ mongo: deps.mongo, store: api.store }, idOf(path))).toEqual([]);
    }
    expect(await actionsOf(id)).toEqual([
      ['circuit_breaker.opened', 'service'],
      ['circuit_breaker.opened', 'service'],
      ['circuit_breaker.closed', 'service'],
    ]);
  });

  it('that opens right before a call is dialed keeps it from ringing, and its attempt from counting', async () => {
    const id = await createCampaign({});
    const dialedBefore = line.dialed;
    const now = nowMs();
    const breaker = { Revision: 1, OpenedMS: now, HalfOpenMS: now + 3_600_000, CooldownMS: 3_600_000, Probes: 3 };
    const why = { Calls: 20, Failures: 20, LastFailure: 'connection_failed' } as const;
    beforeClaim = async () => {
      await api.store.campaigns.changeBreaker(id, { revision: 0 }, { ...breaker, ...why });
    };
    const path = await post(id, once);
    await held(path);
    beforeClaim = undefined;
    expect(line.dialed).toBe(dialedBefore);
    expect(await attemptsOf(path)).toBe(0);

    // An operator knows better. What waits is called.
    const reset = await api.request<CampaignBody>('POST', `/campaigns/${id}/circuit-breaker/reset`);
    expect(reset.body.CircuitBreaker).toMatchObject({ State: 'closed', Failures: 20, LastError: 'connection_failed' });
    const repeated = await api.request<CampaignBody>('POST', `/campaigns/${id}/circuit-breaker/reset`);
    expect(repeated.body.CircuitBreaker).toEqual(reset.body.CircuitBreaker);
    aheadMs += 10_000;
    await swept(
      () => stateOf(path),
      ({ State }) => State === 'completed',
    );
    expect(await attemptsOf(path)).toBe(1);
    expect(await actionsOf(id)).toEqual([['circuit_breaker.reset', 'api_key']]);
  });

  it('that is disabled neither opens nor is shown', async () => {
    const id = await createCampaign({ Enabled: false, MinCalls: 2 });
    isBroken = true;
    const jobs = await Promise.all([1, 2, 3].map(() => post(id, once)));
    for (const path of jobs)
      await until(
        () => stateOf(path),
        ({ State }) => State === 'failed',
      );
    isBroken = false;
    expect(await breakerOf(id)).toBeUndefined();
    const works = await post(id);
    await until(
      () => stateOf(works),
      ({ State }) => State === 'completed',
    );
  });

  it.each([
    [{ FailureRatio: 0 }, '/CircuitBreaker/FailureRatio'],
    [{ MinCalls: 201 }, '/CircuitBreaker/MinCalls'],
    [{ CooldownSeconds: 0.5 }, '/CircuitBreaker/CooldownSeconds'],
    [{ ProbeCalls: 0 }, '/CircuitBreaker/ProbeCalls'],
    [{ Surprise: 1 }, '/CircuitBreaker/Surprise'],
  ])('is not created with the setting %j', async (CircuitBreaker, pointer) => {
    const { status, body } = await api.request<{ errors: { pointer: string }[] }>('POST', '/campaigns', {
      Name: 'x',
      CircuitBreaker,
    });
    expect(status).toBe(400);
    expect(body.errors.map((error) => error.pointer)).toEqual([pointer]);
  });
});
