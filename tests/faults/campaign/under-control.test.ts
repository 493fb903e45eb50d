import { findContradictions, storedWithinMs, type Facts, type Span } from '../../support/campaign/explanations';
import { comparePositions, errorOf } from '../../support/campaign/positions';
import {
  callsAtOnce,
  callsInAnyMinute,
  deviations,
  ringsWithin,
  type Limit,
  type Ring,
} from '../../support/campaign/rings';
import { callerIds, scenarioOf, variants, type Row } from '../../support/campaign/rows';
import { rowIdOf, runCampaign, type CampaignRun } from '../../support/campaign/run';
import { scaledMs } from '../../support/deadline';
import { campaign as size, campaignSeed, runsCampaign } from '../../support/sizes';

/*
 * A campaign of simulated calls, on real processes, to which everything happens that is expected to happen to one. It is
 * watched from outside alone: the ring log of the simulated network, the API, and the instants of the test's own requests.
 * When an explanation (`GET …/schedule`) counts as right is written at `findContradictions`; how its number of jobs before
 * another is compared, at `comparePositions`.
 *
 * A share within three standard deviations of its weight is missed by chance in about one full run of 150.
 */

/**
 * A call is looked at for the last time right before it is dialed, and rings a moment later. On a busy machine, so much
 * later at most.
 */
const dialingMs = scaledMs(1_000);
const minuteMs = 60_000;
const print = (line: string): void => {
  process.stdout.write(`campaign: ${line}\n`);
};

const describeInFullSize = runsCampaign ? describe : describe.skip;

describeInFullSize('a campaign with pauses, opt-outs, an outage of its provider and killed workers', () => {
  let run: CampaignRun;
  let rowOf: (jobId: string) => Row;
  let suppressions: Map<string, { requestedMs: number; answeredMs: number }>;

  beforeAll(async () => {
    print(`seed ${campaignSeed} (OUTDIAL_TEST_SEED repeats it)`);
    run = await runCampaign(campaignSeed, print);
    const rowIds = new Map(run.jobs.map((job) => [job.ID, rowIdOf(job)]));
    rowOf = (jobId) => run.rows[(rowIds.get(jobId) ?? 0) - 1]!;
    suppressions = listSuppressions(run, rowOf);
    const lost = run.rings.filter(({ ended }) => ended?.failure === 'worker_lost').length;
    print(
      `${run.rows.length} rows, ${run.rings.length} rings in ${Math.round((run.endMs - run.startMs) / 1_000)} s, ` +
        `${run.killsMs.length} kills, ${lost} calls lost with their worker, ${run.asked.length} explanations`,
    );
  }, size.withinMs + 60_000);

  it('is never over a limit at any instant', () => {
    const ramp = { fromMs: run.startMs, untilMs: run.startMs + ('RampMinutes' in size.pacing ? minuteMs : 0) };
    const { MaxConcurrentCalls, MaxCallsPerMinute } = size.pacing;
    const atOnce = callsAtOnce(run.rings, { calls: MaxConcurrentCalls, ramp });
    const inMinute = callsInAnyMinute(run.rings, { calls: MaxCallsPerMinute, ramp });
    const ofCallers = callerIds.map((callerId) => {
      const rings = run.rings.filter(({ jobId }) => rowOf(jobId).callerId === callerId);
      return callsAtOnce(rings, { calls: size.callerCalls } satisfies Limit);
    });
    print(
      `at most ${atOnce.most} of ${MaxConcurrentCalls} calls at once, ${inMinute.most} of ${MaxCallsPerMinute} in a minute, ` +
        `${ofCallers.map(({ most }) => most).join(' and ')} of ${size.callerCalls} of a caller ID`,
    );
    for (const { over } of [atOnce, inMinute, ...ofCallers]) expect(over).toEqual([]);
    // The limit was nearly reached: places that are kept for the next calls count, too. A short campaign may not come near it.
    expect(atOnce.most).toBeGreaterThanOrEqual(size.rows < 1_000 ? 2 : 0.75 * MaxConcurrentCalls);
    expect(run.rings.filter(({ endMs }) => endMs === undefined)).toEqual([]);
  });

  it('rings no phone while it is paused, nor while its provider is out of service', () => {
    const pauses = run.pauses.map(({ answeredMs, endRequestedMs }) => ({ fromMs: answeredMs, toMs: endRequestedMs }));
    for (const { fromMs, toMs } of [...pauses, ...run.outages]) {
      const late = ringsWithin(run.rings, fromMs, toMs);
      const latest = late.at(-1);
      print(
        `${late.length} rings that were being dialed${latest ? `, the last ${latest.startMs - fromMs} ms later` : ''}`,
      );
      expect(ringsWithin(run.rings, fromMs + dialingMs, toMs)).toEqual([]);
    }
    const attempts = run.jobs.reduce((sum, job) => sum + job.TotalCallAttempts, 0);
    print(`${attempts - run.rings.length} attempts did not ring`);
    // Otherwise no call met the outage.
    expect(attempts).toBeGreaterThan(run.rings.length);
  });

  it('rings each attempt once, and no suppressed number', () => {
    expect(new Set(run.rings.map(({ attempt }) => attempt)).size).toBe(run.rings.length);
    const late = run.rings.filter(({ jobId, startMs }) => {
      const from = suppressions.get(rowOf(jobId).phoneNumber);
      return from !== undefined && startMs > from.answeredMs + dialingMs;
    });
    expect(late).toEqual([]);
    const rung = new Set(run.rings.map(({ jobId }) => jobId));
    const spared = run.jobs.filter(({ ID, FailureReason }) => FailureReason === 'opted_out' && !rung.has(ID));
    const kinds = spared.map(({ ID }) => rowOf(ID).kind);
    print(`${suppressions.size} numbers suppressed, ${spared.length} jobs spared`);
    // Each way in which a number is suppressed has spared a contact. A single twin may be called before the other row.
    const expected: Row['kind'][] = size.rows < 1_000 ? ['suppressed'] : ['suppressed', 'optedOut', 'twin'];
    for (const kind of expected) expect(kinds).toContain(kind);
  });

  it('draws its variants by their weights, and calls by those that were drawn or named', () => {
    const byJob = new Map(run.rings.map((ring) => [ring.jobId, ring]));
    const drawn = new Map<string, number>();
    for (const { ID, CampaignVariants } of run.jobs) {
      const ring = byJob.get(ID);
      if (ring === undefined) continue;
      const named = scenarioOf(rowOf(ID));
      const variant = variants.find(({ scenario }) => scenario === ring.scenario);
      if (named !== undefined) expect(ring.scenario).toBe(named);
      else {
        expect(CampaignVariants).toEqual([variant?.id]);
        drawn.set(variant!.id, (drawn.get(variant!.id) ?? 0) + 1);
      }
    }
    const sigmas = deviations(drawn, variants);
    print(variants.map(({ id }) => `${id} ${drawn.get(id) ?? 0} (${sigmas.get(id)?.toFixed(2)} σ)`).join(', '));
    for (const sigma of sigmas.values()) expect(Math.abs(sigma)).toBeLessThanOrEqual(size.sigmas);
  });

  it('accounts for every row', () => {
    const ofKind = (kind: Row['kind']): number => run.rows.filter((row) => row.kind === kind).length;
    const { Rows, RowsDone, JobsCreated, RowsInvalid, RowsSuppressed, JobsByState } = run.import;
    expect({ Rows, RowsDone, JobsCreated }).toEqual({ Rows: size.rows, RowsDone: size.rows, JobsCreated: size.rows });
    expect({ RowsInvalid, RowsSuppressed }).toEqual({
      RowsInvalid: ofKind('invalid'),
      RowsSuppressed: ofKind('suppressed'),
    });
    expect((JobsByState.completed ?? 0) + (JobsByState.failed ?? 0)).toBe(size.rows);
    expect(run.jobs.map(rowIdOf).sort((one, other) => one - other)).toEqual(run.rows.map(({ id }) => id));
    const wrong = run.jobs.flatMap((job) => {
      const row = rowOf(job.ID);
      const end = job.FailureReason ?? job.State;
      const rings = run.rings.filter(({ jobId }) => jobId === job.ID);
      const expected = expectedEnds(row, rings.at(-1), suppressions.has(row.phoneNumber));
      if (job.ContactPhoneNumber !== row.phoneNumber) return [`row ${row.id} calls another number`];
      return expected.includes(end)
        ? []
        : [`row ${row.id} (${row.kind}) ended as ${end}, not ${expected.join(' or ')}`];
    });
    expect(wrong).toEqual([]);
  });

  it('explains its jobs rightly at any moment', () => {
    const wrong = run.asked.flatMap((asked) =>
      findContradictions(asked, factsOf(asked.jobId)).map((what) => ({ what, ...asked, facts: factsOf(asked.jobId) })),
    );
    const kinds = run.asked.map(({ body }) => (body.State === 'scheduled' ? (body.HeldBy ?? 'due') : body.State));
    const counts = [...new Set(kinds)].map((kind) => `${kind} ${kinds.filter((other) => other === kind).length}`);
    print(`explanations: ${counts.join(', ')}`);
    expect(wrong).toEqual([]);
    expect(run.asked.length).toBeGreaterThanOrEqual(size.asks);
    const expected = ['State', 'MaxConcurrentCalls', ...(size.rows < 1_000 ? [] : ['completed'])];
    for (const kind of expected) expect(kinds).toContain(kind);
  });

  it('says how many jobs are before one that waits in a queue', () => {
    const changes = [...run.pauses.flatMap(changesOf), ...run.outages.flatMap(({ fromMs, toMs }) => [fromMs, toMs])];
    const positions = comparePositions(run.asked, {
      rings: run.rings,
      jobsOf: (jobId) =>
        new Set(run.jobs.filter(({ ID }) => rowOf(ID).callerId === rowOf(jobId).callerId).map(({ ID }) => ID)),
      // The calls of a killed worker keep their places until its lease ends, and others overtake the jobs that it had in memory.
      isCalm: (fromMs, toMs) =>
        changes.every((atMs) => atMs < fromMs || atMs > toMs) &&
        run.killsMs.every((atMs) => atMs + minuteMs < fromMs || atMs > toMs),
    });
    const most = Math.max(...positions.map(errorOf));
    print(`${positions.length} numbers of jobs before another compared, off by ${most} at most`);
    expect(positions.length).toBeGreaterThan(0);
    // Jobs that have left the queue and have not rung yet have a place. Those of suppressed numbers leave it and never ring.
    const suppressedWithin = (fromMs: number, toMs: number): number =>
      [...suppressions.values()].filter(({ requestedMs, answeredMs }) => answeredMs >= fromMs && requestedMs <= toMs)
        .length;
    const wrong = positions.filter(
      (one) => errorOf(one) > size.pacing.MaxConcurrentCalls + suppressedWithin(one.fromMs, one.toMs),
    );
    expect(wrong).toEqual([]);
  });

  const changesOf = ({ requestedMs, endAnsweredMs }: Span): number[] => [requestedMs, endAnsweredMs];

  function factsOf(jobId: string): Facts {
    const { Events = [], Data } = run.details.get(jobId)!;
    const moves = Events.filter(({ EventType }) => EventType === 'job_state_updated');
    return {
      rings: run.rings.filter((ring) => ring.jobId === jobId),
      transitions: moves.map(({ CreatedMS, Properties }) => ({
        state: shown(String(Properties['State'])),
        atMs: CreatedMS,
      })),
      end: { state: Data.State, reason: Data.FailureReason },
      pauses: run.pauses,
      suppression: suppressions.get(rowOf(jobId).phoneNumber),
      retryDelayMs: size.retrySeconds * 1_000,
    };
  }
});

/** A call that is being analyzed is shown as one that runs. */
const shown = (state: string): string => (state === 'analyzing' ? 'calling' : state);

/** Since when each number was suppressed: by request, or because its contact refused in a call. */
function listSuppressions(run: CampaignRun, rowOf: (jobId: string) => Row): CampaignRun['suppressed'] {
  const suppressed = new Map(run.suppressed);
  for (const [jobId, { Events = [] }] of run.details) {
    const { kind, phoneNumber } = rowOf(jobId);
    const failed = Events.find(({ Properties }) => Properties['State'] === 'failed');
    const ring = run.rings.findLast((one) => one.jobId === jobId);
    if (kind !== 'refusing' || failed === undefined || ring === undefined) continue;
    const answeredMs = failed.CreatedMS + storedWithinMs;
    suppressed.set(phoneNumber, { requestedMs: ring.startMs, answeredMs });
  }
  return suppressed;
}

/** How the job of a row may end. A number that is suppressed while it is called may be called to the end. */
function expectedEnds({ kind }: Row, last: Ring | undefined, suppressed: boolean): string[] {
  if (kind === 'invalid') return ['invalid_configuration'];
  if (kind === 'suppressed' || kind === 'refusing') return ['opted_out'];
  const completes = last?.ended?.failure === undefined;
  const end = last?.scenario === 'wrong_contact' ? 'wrong_contact' : 'completed';
  return [...(last !== undefined && completes ? [end] : []), ...(suppressed ? ['opted_out'] : [])];
}
