import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const slowest = 10;

/** What of jest's `--json` is read. */
export interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: JestFile[];
}

interface JestFile {
  name: string;
  startTime: number;
  endTime: number;
  status: string;
  /** Why the file failed; of all its tests, with the colors of a terminal. */
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
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

const firstLine = (message: string): string => stripVTControlCharacters(message).trim().split('\n')[0] ?? '';

/** Each failed test and each file that could not run, with the first line of its reason: the report may be all that a reader has. */
function listFailures(files: readonly JestFile[], root: string): string[] {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      const failures = tests.map(({ fullName, failureMessages: [first = ''] }) => ({ fullName, why: first }));
      return (failures.length > 0 ? failures : [{ fullName: 'could not run', why: message }]).flatMap(
        ({ fullName, why }) => [`  ${relative(root, name)}: ${fullName}`, `      ${firstLine(why)}`],
      );
    });
}

/** The failed tests, the slowest files, the seconds of each phase, and as the last line the totals. */
export function createReport(phases: readonly PhaseResult[], root: string): { text: string; failed: boolean } {
  const ran = phases.flatMap(({ jest }) => jest?.testResults ?? []);
  const failures = listFailures(ran, root);
  const files = ran
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds);
  const counts = phases.map((phase) => ({ ...phase, ...countTests(phase) }));
  const total = (count: (of: Counts) => number): number => counts.reduce((sum, of) => sum + count(of), 0);
  const text = [
    ...(failures.length > 0 ? ['Failed', ...failures, ''] : []),
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
