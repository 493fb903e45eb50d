import { dryRun, reportDryRun } from '../../../../apps/api/imports/dry-run';
import { parseUpload } from '../../../../apps/api/imports/parse-upload';
import { ProblemError } from '../../../../apps/api/http/problem';
import { runForClient } from '../../../../apps/api/http/run-for-client';
import type { RowValidator } from '../../../../shared/domain/import/validate-row';
import { createThreadTurns } from '../../../../shared/adapters/thread-turns';
import { createTurns, type Turns } from '../../../../shared/domain/turns';

const source = (rows: number) =>
  parseUpload({
    content: Buffer.from(`ContactPhoneNumber\n${'+14155550123\n'.repeat(rows)}`),
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
  maxMs?: number;
}
const run = (
  rows: number,
  validator: RowValidator,
  { turns = createThreadTurns(), signal = new AbortController().signal, maxMs }: Run = {},
) => runForClient({ orgId: 'org_1', signal }, { turns }, (pace) => dryRun(source(rows), validator, pace, maxMs));

/** A validator whose rows take 10 ms of a clock that only they and the pauses move. */
function slowRows() {
  let nowMs = 0;
  const turns = createTurns({ nowMs: () => nowMs, idleMs: () => nowMs, sleep: (ms) => Promise.resolve((nowMs += ms)) });
  const slow: RowValidator = (row) => {
    nowMs += 10;
    return validate(row);
  };
  return { turns, slow };
}

describe('a dry run', () => {
  it('reports all rows, over several batches', async () => {
    const { body } = await reportDryRun(await run(1_000, validate), () => Promise.resolve(new Map()));
    expect(body).toMatchObject({ DryRun: true, Rows: 1_000, RowsValid: 900, RowsInvalid: 100, RowsSuppressed: 0 });
  });

  it('counts the valid rows whose numbers are suppressed, and names the first thousand', async () => {
    const all = (numbers: readonly string[]) => Promise.resolve(new Map(numbers.map((number) => [number, true])));
    const { body } = await reportDryRun(await run(2_000, validate), all);
    expect(body).toMatchObject({ RowsValid: 1_800, RowsInvalid: 200, RowsSuppressed: 1_800 });
    const { SuppressedRows } = body as { SuppressedRows: number[] };
    expect(SuppressedRows).toHaveLength(1_000);
    expect(SuppressedRows.slice(8, 10)).toEqual([9, 11]);
  });

  it('ends with a problem, not with half a report, when it has computed for too long', async () => {
    const { turns, slow } = slowRows();
    const failed: unknown = await run(1_000, slow, { turns, maxMs: 3_000 }).catch((error: unknown) => error);
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
    await expect(run(10_000, leaving, { turns, signal: client.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(validated).toBe(400);
  });

  it('lets other work run every few milliseconds', async () => {
    const busy: RowValidator = (row) => {
      const untilMs = performance.now() + 2;
      while (performance.now() < untilMs);
      return validate(row);
    };
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await run(60, busy);
    clearInterval(timer);
    // 120 ms of computing in turns of 5 ms.
    expect(ticks).toBeGreaterThan(10);
  });
});
