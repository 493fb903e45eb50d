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

/** How a run of jest ended. */
export interface RunResult {
  code: number;
  seconds: number;
  /** `undefined` when jest ended before it could report. */
  jest: JestResult | undefined;
}

type NamedFile = JestFile & { seconds: number };

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A file that could not run, and a run that failed without a failing test, each count as a failure. */
function countTests({ code, jest }: RunResult): Counts {
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

/** Counts and seconds of each folder of `tests/`, which is a project of jest. */
function listProjects(files: readonly NamedFile[]): string[] {
  const projects = new Map<string, Counts & { seconds: number }>();
  for (const { name, seconds, assertionResults } of files) {
    const project = name.split('/')[1] ?? name;
    const sum = projects.get(project) ?? { passed: 0, failed: 0, skipped: 0, seconds: 0 };
    const count = (status: string): number => assertionResults.filter((test) => test.status === status).length;
    projects.set(project, {
      seconds: sum.seconds + seconds,
      passed: sum.passed + count('passed'),
      failed: sum.failed + count('failed'),
      skipped: sum.skipped + count('pending'),
    });
  }
  return [...projects].map(([project, { seconds, ...counts }]) => row(seconds, `${project}: ${totalLine(counts)}`));
}

/** The failed tests, the slowest files, the seconds of each project, how long it all took, and as the last line the totals. */
export function createReport(run: RunResult, root: string): { text: string; failed: boolean } {
  const ran = run.jest?.testResults ?? [];
  const failures = listFailures(ran, root);
  const files = ran
    .map((file) => ({ ...file, name: relative(root, file.name), seconds: (file.endTime - file.startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds);
  const counts = countTests(run);
  const text = [
    ...(failures.length > 0 ? ['Failed', ...failures, ''] : []),
    'Slowest files',
    ...files.slice(0, slowest).map(({ name, seconds }) => row(seconds, name)),
    '',
    'Files of each project, several of which run at a time',
    ...listProjects(files),
    '',
    `The whole run took ${run.seconds.toFixed(0)} s.`,
    '',
    totalLine(counts),
  ].join('\n');
  return { text, failed: run.code !== 0 || counts.failed > 0 };
}
