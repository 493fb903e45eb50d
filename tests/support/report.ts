import { relative } from 'node:path';

const slowest = 10;

/** What of jest's `--json` is read. */
export interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

export interface PhaseResult {
  name: string;
  code: number;
  seconds: number;
  /** `undefined` when jest ended before it could report. */
  jest: JestResult | undefined;
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A file that could not run, and a phase that failed without a failing test, each count as a failure. */
export function countTests({ code, jest }: Pick<PhaseResult, 'code' | 'jest'>): Counts {
  const failed = (jest?.numFailedTests ?? 0) + (jest?.numRuntimeErrorTestSuites ?? 0);
  return {
    passed: jest?.numPassedTests ?? 0,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: jest?.numPendingTests ?? 0,
  };
}

const totalLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
const row = (seconds: number, text: string): string => `${seconds.toFixed(1).padStart(8)} s  ${text}`;

/** The slowest files, the seconds of each phase, and as the last line the totals. */
export function createReport(phases: readonly PhaseResult[], root: string): { text: string; failed: boolean } {
  const files = phases
    .flatMap(({ jest }) => jest?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds);
  const counts = phases.map((phase) => ({ ...phase, ...countTests(phase) }));
  const total = (count: (of: Counts) => number): number => counts.reduce((sum, of) => sum + count(of), 0);
  const text = [
    'Slowest files',
    ...files.slice(0, slowest).map(({ name, seconds }) => row(seconds, name)),
    '',
    'Phases',
    ...counts.map((of) => row(of.seconds, `${of.name}: ${totalLine(of)}${of.code === 0 ? '' : ' (FAILED)'}`)),
    '',
    totalLine({
      passed: total(({ passed }) => passed),
      failed: total(({ failed }) => failed),
      skipped: total(({ skipped }) => skipped),
    }),
  ].join('\n');
  return { text, failed: counts.some(({ code, failed }) => code !== 0 || failed > 0) };
}
