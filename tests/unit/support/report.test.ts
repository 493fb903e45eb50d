import { createReport, type PhaseResult } from '../../support/report';

const file = (name: string, seconds: number) => ({
  name: `/repo/${name}`,
  startTime: 0,
  endTime: seconds * 1_000,
  status: 'passed',
  message: '',
  assertionResults: [],
});
const phase = (fields: Partial<PhaseResult> = {}, counts: Partial<PhaseResult['jest']> = {}): PhaseResult => ({
  name: 'unit',
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
const lastLine = (phases: PhaseResult[]) => createReport(phases, '/repo').text.split('\n').at(-1);

describe('the report of npm test', () => {
  it('ends with the totals of all phases', () => {
    const phases = [phase(), phase({ code: 1 }, { numFailedTests: 2 })];
    expect(lastLine(phases)).toBe('10 passed, 2 failed');
    expect(createReport(phases, '/repo').failed).toBe(true);
    expect(createReport([phase()], '/repo').failed).toBe(false);
  });

  it('names skipped tests', () => {
    expect(lastLine([phase({}, { numPendingTests: 3 })])).toBe('5 passed, 0 failed, 3 skipped');
  });

  it('counts a file that could not run, and a phase that ended without results', () => {
    expect(lastLine([phase({ code: 1 }, { numRuntimeErrorTestSuites: 1 })])).toBe('5 passed, 1 failed');
    expect(lastLine([phase(), phase({ code: 1, jest: undefined })])).toBe('5 passed, 1 failed');
  });

  it('names each failed test and each file that could not run, with the first line of the reason', () => {
    const failing = {
      ...file('jobs.test.ts', 1),
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
    const broken = { ...file('broken.test.ts', 1), status: 'failed', message: '  Cannot find module x\n\n  at y' };
    const { text } = createReport([phase({ code: 1 }, { testResults: [failing, broken] })], '/repo');
    expect(text.split('\n').slice(0, 6)).toEqual([
      'Failed',
      '  jobs.test.ts: a job waits',
      '      Error: Not within 10 ms',
      '  broken.test.ts: could not run',
      '      Cannot find module x',
      '',
    ]);
  });

  it('lists the ten slowest files of all phases, and the seconds of each phase', () => {
    const some = phase({}, { testResults: Array.from({ length: 12 }, (_, index) => file(`${index}.test.ts`, index)) });
    const { text } = createReport(
      [some, phase({ name: 'faults' }, { testResults: [file('slow.test.ts', 99)] })],
      '/repo',
    );
    const lines = text.split('\n');
    expect(lines.slice(1, 11).map((line) => line.trim())).toEqual([
      '99.0 s  slow.test.ts',
      ...[11, 10, 9, 8, 7, 6, 5, 4, 3].map((seconds) => `${seconds}.0 s  ${seconds}.test.ts`),
    ]);
    expect(text).toContain('     3.0 s  faults: 5 passed, 0 failed');
  });
});
