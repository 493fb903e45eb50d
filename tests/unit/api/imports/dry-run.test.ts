import { dryRun, type DryRunSteps } from '../../../../apps/api/imports/dry-run';
import { toDryRunBody } from '../../../../apps/api/imports/dry-run-body';
import { parseUpload } from '../../../../apps/api/imports/parse-upload';
import { ProblemError } from '../../../../apps/api/http/problem';
import { runForClient } from '../../../../apps/api/http/run-for-client';
import type { CampaignConfig } from '../../../../shared/domain/campaign/campaign';
import type { RowValidator } from '../../../../shared/domain/import/validate-row';
import { createJobContext, type JobContext } from '../../../../shared/domain/planning/plan-job';
import { createThreadTurns } from '../../../../shared/adapters/thread-turns';
import { createTurns, type Turns } from '../../../../shared/domain/turns';
import { aCampaign, aJob } from '../../../support/builders';

const nowMs = Date.parse('2026-11-23T08:30:00Z');
const numberOf = (row: number): string => `+1415${5_550_000 + row}`;
const source = (rows: number, number = numberOf) =>
  parseUpload({
    content: Buffer.from(
      `ContactPhoneNumber\n${Array.from({ length: rows }, (_, index) => `${number(index + 1)}\n`).join('')}`,
    ),
    contentType: 'text/csv',
    fileName: 'jobs.csv',
  });
const problem = { column: 'Data', value: '', code: 'invalid_value', detail: 'Expected data.' } as const;
/** Every tenth row is invalid. */
const validate: RowValidator = ({ number, fields }) =>
  number % 10 === 0
    ? { kind: 'invalid', number, problems: [problem], salvaged: {} }
    : { kind: 'valid', number, job: { ContactPhoneNumber: String(fields['ContactPhoneNumber']), Overrides: {} } };

interface Run {
  turns?: Turns;
  signal?: AbortSignal;
  steps?: Partial<DryRunSteps>;
  rows?: (row: number) => string;
  campaign?: Partial<CampaignConfig>;
  /** What else a row's job is planned by. */
  context?: (row: number) => Partial<JobContext>;
}
const run = (rows: number, { turns, signal, steps = {}, rows: number, campaign, context = () => ({}) }: Run = {}) => {
  const of = { orgId: 'org_1', signal: signal ?? new AbortController().signal };
  const config = aCampaign({ JitterSeconds: 0, ...campaign });
  return dryRun(source(rows, number), {
    validate,
    onDuplicate: 'keep',
    findOpen: () => Promise.resolve(new Set()),
    draft: (valid) =>
      Promise.resolve(
        valid.map(({ number: row, job }) => ({
          ...createJobContext({
            job: aJob({ ID: `job_${row}`, PhoneNumber: job.ContactPhoneNumber, CreatedMS: nowMs }),
            calls: [],
            version: 1,
            campaign: config,
          }),
          ...context(row),
        })),
      ),
    inTurns: (compute) => runForClient(of, { turns: turns ?? createThreadTurns() }, compute),
    nowMs: () => nowMs,
    ...steps,
  });
};
const noPace = { MaxCallsPerMinute: 0, MaxCallsPerDay: 0 };

/** A validator whose rows take 10 ms of a clock that only they and the pauses move. */
function slowRows() {
  let atMs = 0;
  let pauses = 0;
  const sleep = (ms: number) => {
    pauses++;
    return Promise.resolve((atMs += ms));
  };
  const turns = createTurns({ nowMs: () => atMs, idleMs: () => atMs, sleep });
  const slow: RowValidator = (row) => {
    atMs += 10;
    return validate(row);
  };
  return { turns, slow, pauses: () => pauses };
}

describe('a dry run', () => {
  it('reports what each number was read as, at most a thousand of them, and counts the rows of all', async () => {
    const written = (row: number): string => `(415) ${5_550_000 + row}`;
    const normalized: RowValidator = (given) => {
      const validated = validate(given);
      const number = numberOf(given.number);
      return validated.kind === 'invalid'
        ? validated
        : { ...validated, normalized: [{ column: 'ContactPhoneNumber', written: written(given.number), number }] };
    };
    const body = toDryRunBody(await run(1_200, { rows: written, steps: { validate: normalized } }), noPace);
    expect(body).toMatchObject({ RowsValid: 1_080, RowsNormalized: 1_080 });
    expect(body.Normalized).toHaveLength(1_000);
    expect(body.Normalized[9]).toEqual({
      ...{ Row: 11, Column: 'ContactPhoneNumber' },
      ...{ Value: written(11), Number: numberOf(11) },
    });
  });

  it('accounts for all rows, over several batches: planned by the hour, held, never called or invalid', async () => {
    const suppression: JobContext['suppression'] = { scope: 'campaign', reason: 'manual', source: 'api' } as never;
    const report = await run(1_000, {
      context: (row) => (row % 3 === 0 ? { suppression } : row % 3 === 1 ? { controls: { campaign: paused } } : {}),
    });
    const body = toDryRunBody(report, noPace);
    const valid = Array.from({ length: 1_000 }, (_, index) => index + 1).filter((row) => row % 10 !== 0);
    const count = (rest: number): number => valid.filter((row) => row % 3 === rest).length;
    expect(body).toMatchObject({
      DryRun: true,
      Rows: 1_000,
      RowsValid: 900,
      RowsInvalid: 100,
      RowsPlanned: count(2),
      RowsHeld: count(1),
      RowsNever: count(0),
      RowsSkipped: 0,
      RowsSuppressed: count(0),
      Calls: [{ Hour: '2026-11-23T08:00:00.000Z', Count: count(2) }],
      CallsLater: 0,
      WaitsFor: [],
      HeldBy: [{ Gate: 'State', Count: count(1) }],
      NeverBecause: [{ Code: 'opted_out', Count: count(0) }],
    });
    expect(body.SuppressedRows.slice(0, 4)).toEqual([3, 6, 9, 12]);
  });

  it('counts calls in the hours in which they would be made, with what they wait for, and the rest after a week', async () => {
    const spread = await run(900, {
      campaign: { Defaults: { Constraints: { MinCreationDelay: '3h' } } },
      steps: { validate: (row) => ({ ...validate({ ...row, number: 1 }), number: row.number }) },
      context: (row) => ({ controls: { campaign: { State: 'running', StartMS: nowMs + (row % 300) * 3_600_000 } } }),
    });
    const body = toDryRunBody(spread, noPace);
    expect(body.Calls[0]).toEqual({ Hour: '2026-11-23T11:00:00.000Z', Count: 12 });
    expect(body.Calls[1]).toEqual({ Hour: '2026-11-23T12:00:00.000Z', Count: 3 });
    expect(body.Calls).toHaveLength(168);
    expect(body.Calls.reduce((sum, { Count }) => sum + Count, 0) + body.CallsLater).toBe(900);
    const waits = new Map(body.WaitsFor.map(({ Gate, Count }) => [Gate, Count]));
    expect(waits.get('StartAt')).toBeGreaterThan(880);
    expect((waits.get('StartAt') ?? 0) + (waits.get('MinCreationDelay') ?? 0)).toBe(900);
  });

  it('settles duplicates as asked, the first valid row of a number first, whichever batch it is in', async () => {
    // Each number is in three rows, far apart; the first of every tenth is invalid, so that the second has it.
    const rows = (row: number): string => numberOf(row % 300);
    const open = (numbers: readonly string[]) => Promise.resolve(new Set(numbers.filter((one) => one.endsWith('7'))));
    const settled = (onDuplicate: DryRunSteps['onDuplicate']) =>
      run(900, { rows, steps: { onDuplicate, findOpen: open, validate: (row) => validate(row) } });
    const keep = toDryRunBody(await settled('keep'), noPace);
    expect(keep).toMatchObject({ RowsValid: 810, RowsInvalid: 90, RowsSkipped: 0, RowsPlanned: 810 });
    const skip = toDryRunBody(await settled('skip'), noPace);
    // 270 numbers have a valid row, 30 of them an open job.
    expect(skip).toMatchObject({ RowsValid: 810, RowsInvalid: 90, RowsSkipped: 810 - 240, RowsPlanned: 240 });
    const [first] = skip.Errors.filter(({ Code }) => Code === 'duplicate_number');
    expect(first).toMatchObject({ Row: 7, Column: 'ContactPhoneNumber' });
    expect(skip.Errors.find(({ Row }) => Row === 301)?.Detail).toBe('The number is in row 1 of the file already.');
    const fail = toDryRunBody(await settled('fail'), noPace);
    expect(fail).toMatchObject({ RowsValid: 240, RowsInvalid: 660, RowsSkipped: 0, RowsPlanned: 240 });
  });

  it('ends with a problem, not with half a report, when it has computed for too long', async () => {
    const { turns, slow } = slowRows();
    const failed: unknown = await run(1_000, { turns, steps: { validate: slow, maxMs: 3_000 } }).catch(
      (error: unknown) => error,
    );
    if (!(failed instanceof ProblemError)) throw new Error('Expected a problem.');
    expect(failed.code).toBe('validation_too_long');
    expect(failed.detail).toContain('after 3 seconds');
    expect(failed.errors?.[0]).toMatchObject({ row: 10, column: 'Data' });
  });

  it('ends within one step after its client has gone', async () => {
    const { turns } = slowRows();
    const client = new AbortController();
    let validated = 0;
    const leaving: RowValidator = (row) => {
      if (++validated === 400) client.abort();
      return validate(row);
    };
    await expect(run(10_000, { turns, signal: client.signal, steps: { validate: leaving } })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(validated).toBe(400);
  });

  it('lets other work run after each row that takes milliseconds', async () => {
    const { turns, slow, pauses } = slowRows();
    await run(60, { turns, steps: { validate: slow } });
    expect(pauses()).toBeGreaterThanOrEqual(60);
  });
});

const paused = { State: 'paused' } as const;
