import { createReport, type JestResult, type RunResult } from '../../support/report';

const file = (name: string, seconds: number, statuses: string[] = []) => ({
  name: `/repo/tests/${name}`,
  startTime: 0,
  endTime: seconds * 1_000,
  status: 'passed',
  message: '',
  assertionResults: statuses.map((status) => ({ fullName: 'a job ends', status, failureMessages: [] })),
});
const run = (counts: Partial<JestResult> = {}, fields: Partial<RunResult> = {}): RunResult => ({
  code: 0,
  seconds: 3,
  jest: {
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 0,
    numRuntimeErrorTestSuites: 0,
    testResults: [],
    ...counts,
  },
  ...fields,
});
const lastLine = (of: RunResult) => createReport(of, '/repo').text.split('\n').at(-1);

describe('the report of npm test', () => {
  it('ends with the totals', () => {
    const failed = run({ numFailedTests: 2 }, { code: 1 });
    expect(lastLine(failed)).toBe('5 passed, 2 failed');
    expect(createReport(failed, '/repo').failed).toBe(true);
    expect(createReport(run(), '/repo').failed).toBe(false);
  });

  it('names skipped tests', () => {
    expect(lastLine(run({ numPendingTests: 3 }))).toBe('5 passed, 0 failed, 3 skipped');
  });

  it('counts a file that could not run, and a run that ended without results', () => {
    expect(lastLine(run({ numRuntimeErrorTestSuites: 1 }, { code: 1 }))).toBe('5 passed, 1 failed');
    expect(lastLine(run({}, { code: 1, jest: undefined }))).toBe('0 passed, 1 failed');
  });

  it('names each failed test and each file that could not run, with the first line of the reason', () => {
    const failing = {
      ...file('unit/jobs.test.ts', 1),
      status: 'failed',
      assertionResults: [
        { fullName: 'a job ends', status: 'passed', failureMessages: [] },
        {
          fullName: 'a job waits',
          status: 'failed',
          failureMessages: ['\u001b[31mError: Not within 10 ms\u001b[39m\n at x'],
        },
      ],
    };
    const broken = { ...file('unit/broken.test.ts', 1), status: 'failed', message: '  Cannot find module x\n\n  at y' };
    const { text } = createReport(run({ testResults: [failing, broken] }, { code: 1 }), '/repo');
    expect(text.split('\n').slice(0, 6)).toEqual([
      'Failed',
      '  tests/unit/jobs.test.ts: a job waits',
      '      Error: Not within 10 ms',
      '  tests/unit/broken.test.ts: could not run',
      '      Cannot find module x',
      '',
    ]);
  });

  it('lists the ten slowest files, the sums of each project and the seconds of the run', () => {
    const some = Array.from({ length: 12 }, (_, index) => file(`unit/${index}.test.ts`, index, ['passed']));
    const slow = file('faults/slow.test.ts', 99, ['passed', 'failed', 'pending']);
    const { text } = createReport(run({ testResults: [...some, slow] }), '/repo');
    const lines = text.split('\n');
    expect(lines.slice(1, 11).map((line) => line.trim())).toEqual([
      '99.0 s  tests/faults/slow.test.ts',
      ...[11, 10, 9, 8, 7, 6, 5, 4, 3].map((seconds) => `${seconds}.0 s  tests/unit/${seconds}.test.ts`),
    ]);
    expect(text).toContain('    66.0 s  unit: 12 passed, 0 failed');
    expect(text).toContain('    99.0 s  faults: 1 passed, 1 failed, 1 skipped');
    expect(text).toContain('The whole run took 3 s.');
  });
});
