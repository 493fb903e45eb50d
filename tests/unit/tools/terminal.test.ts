import {
  formatExit,
  showMongoErrors,
  showPino,
  showTemporalErrors,
} from '../../../tools/dev-stack/processes/log-lines';
import { createTerminal, shorten } from '../../../tools/dev-stack/terminal';

describe('the terminal', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
  const recording = (isTTY: boolean) => {
    const written: string[] = [];
    return { written, output: { write: (text: string) => written.push(text), isTTY, columns: 60 } };
  };

  it('prints a plain line every ten seconds when lines cannot be updated', async () => {
    const { written, output } = recording(false);
    const step = createTerminal(output).runStep('Building', async (report) => {
      report('12 packages');
      await after(21_000);
    });
    await jest.advanceTimersByTimeAsync(21_000);
    await step;
    expect(written).toEqual(['  ... Building: 12 packages (10 s)\n', '  ... Building: 12 packages (20 s)\n']);
  });

  it('updates one line on a terminal, and clears it at the end', async () => {
    const { written, output } = recording(true);
    const terminal = createTerminal(output);
    const steps = ['Downloading', 'Building'].map((title) => terminal.runStep(title, () => after(1_000)));
    await jest.advanceTimersByTimeAsync(500);
    expect(written.at(-1)).toMatch(/^\r.*Downloading \(\d s\) \| Building \(\d s\)$/);
    await jest.advanceTimersByTimeAsync(1_000);
    await Promise.all(steps);
    expect(written.at(-1)).toBe('\r\u001b[K');
    expect(written.every((text) => !text.includes('\n'))).toBe(true);
  });
});

describe('log lines on the terminal', () => {
  const line = (level: number, extra = {}) => JSON.stringify({ level, msg: 'could not deliver', ...extra });

  it.each([
    [line(30), 'stdout', undefined],
    [line(40), 'stdout', 'warning: could not deliver'],
    [line(50, { err: { message: 'refused' } }), 'stdout', 'error: could not deliver (refused)'],
    ['Error: Cannot find module', 'stderr', 'Error: Cannot find module'],
    ['chatter', 'stdout', undefined],
  ] as const)('turn %s on %s into %s', (text, from, shown) => {
    expect(showPino(40)(text, from)).toBe(shown);
  });

  it('show errors of the servers but not their warnings', () => {
    expect(showTemporalErrors('{"level":"WARN","msg":"slow"}', 'stderr')).toBeUndefined();
    expect(showTemporalErrors('{"level":"ERROR","msg":"disk","error":"full"}', 'stderr')).toBe('error: disk (full)');
    expect(showMongoErrors('{"s":"I","msg":"ok"}', 'stdout')).toBeUndefined();
    expect(showMongoErrors('{"s":"F","msg":"aborting"}', 'stdout')).toBe('error: aborting');
    expect(showMongoErrors('Cannot serve: address in use', 'stderr')).toBe('Cannot serve: address in use');
  });

  it('name exit codes and signals', () => {
    expect(formatExit(1)).toBe('exit code 1');
    expect(formatExit(137)).toBe('SIGKILL');
  });

  it('are shortened to the width of the terminal', () => {
    expect(shorten('one  two\nthree', 8)).toBe('one two…');
  });
});
