import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const targetSchema = z.union([z.strictObject({ atLeast: z.number() }), z.strictObject({ atMost: z.number() })]);
const resultSchema = z.object({
  /** The bench that measured it. */
  bench: z.string(),
  what: z.string(),
  detail: z.string(),
  /** Absent if it could not be measured. */
  value: z.number().nullable(),
  target: targetSchema.optional(),
});
/** One result of a run. */
export type Result = z.infer<typeof resultSchema>;

const runSchema = z.object({
  /** When the run began. */
  at: z.iso.datetime(),
  engine: z.enum(['dev-server', 'cluster']),
  /** The commit that was measured, and what it was measured on. */
  commit: z.string(),
  node: z.string(),
  cpus: z.number(),
  /** The load average of one minute at the beginning: others that use the machine. */
  load: z.number(),
  results: z.array(resultSchema),
});
/** A run of the benches, as it is kept. */
export type Run = z.infer<typeof runSchema>;

/** Reads what the benches left, a line of JSON each. @throws on any other line */
export const parseResults = (text: string): Result[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => resultSchema.parse(JSON.parse(line)));

/** Keeps a run as a file of its own. @returns the path */
export function keepRun(folder: string, run: Run): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${run.at.replace(/[:.]/g, '-')}-${run.engine}.json`);
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  return file;
}

/** The kept runs, oldest first. */
export function readRuns(folder: string): Run[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => runSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .sort((one, other) => one.at.localeCompare(other.at));
}

/** The latest result of each bench in each engine: the columns of the table. Runs of some parts complete those before them. */
export function latestResults(
  runs: readonly Run[],
): { what: string; byEngine: Partial<Record<Run['engine'], Result>> }[] {
  const rows = new Map<string, { what: string; byEngine: Partial<Record<Run['engine'], Result>> }>();
  for (const { engine, results } of runs)
    for (const result of results) {
      const key = `${result.bench}\n${result.what}`;
      const row = rows.get(key) ?? { what: result.what.trim(), byEngine: {} };
      row.byEngine[engine] = result;
      rows.set(key, row);
    }
  return [...rows.values()];
}
