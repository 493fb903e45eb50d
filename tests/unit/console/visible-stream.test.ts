import { createVisibleStream, hiddenMs, type StreamReports } from '../../../apps/console/src/lib/visible-stream';
import { createManualTimers } from '../../support/manual-timers';

interface Run extends StreamReports<string> {
  signal: AbortSignal;
  refuse: (error: unknown) => void;
}

function setUp() {
  const timers = createManualTimers();
  const runs: Run[] = [];
  const seen: string[] = [];
  const stream = createVisibleStream<string>({
    follow: (signal, reports) => new Promise((_resolve, refuse) => void runs.push({ ...reports, signal, refuse })),
    onItem: (item) => seen.push(item),
    onOpen: () => seen.push('opened'),
    onChange: (isOpen) => seen.push(isOpen ? 'streaming' : 'not streaming'),
    onRefused: (error) => seen.push(`refused: ${String(error)}`),
    startTimer: timers.startTimer,
  });
  return { ...timers, runs, seen, stream };
}

describe('the stream of a tab', () => {
  it('is one, however often the tab is shown', () => {
    const { stream, runs } = setUp();
    stream.setVisible(true);
    stream.setVisible(true);
    expect(runs).toHaveLength(1);
  });

  it('says when it streams and when the connection is lost', () => {
    const { stream, runs, seen } = setUp();
    stream.setVisible(true);
    expect(seen).toEqual([]);
    runs[0]!.onOpen();
    runs[0]!.onItem('a');
    runs[0]!.onLost();
    runs[0]!.onOpen();
    expect(seen).toEqual(['streaming', 'opened', 'a', 'not streaming', 'streaming', 'opened']);
  });

  it('gives its connection back when the tab stays hidden, and opens again when it is shown', () => {
    const { stream, runs, seen, advance } = setUp();
    stream.setVisible(true);
    runs[0]!.onOpen();
    stream.setVisible(false);
    advance(hiddenMs - 1);
    expect(runs[0]!.signal.aborted).toBe(false);
    stream.setVisible(true);
    advance(hiddenMs);
    expect(runs[0]!.signal.aborted).toBe(false);
    stream.setVisible(false);
    advance(hiddenMs);
    expect(runs[0]!.signal.aborted).toBe(true);
    // What it had received before counts no more.
    runs[0]!.onItem('late');
    runs[0]!.refuse(new Error('aborted'));
    stream.setVisible(true);
    expect(runs).toHaveLength(2);
    expect(seen).toEqual(['streaming', 'opened', 'not streaming']);
  });

  it('ends when the service refuses it, and is tried again when the tab is shown again', async () => {
    const { stream, runs, seen } = setUp();
    stream.setVisible(true);
    runs[0]!.onOpen();
    runs[0]!.refuse('401');
    await Promise.resolve();
    expect(seen).toEqual(['streaming', 'opened', 'not streaming', 'refused: 401']);
    stream.setVisible(false);
    stream.setVisible(true);
    expect(runs).toHaveLength(2);
  });

  it('leaves no timer and no connection once it is stopped', () => {
    const { stream, runs, pending } = setUp();
    stream.setVisible(true);
    stream.setVisible(false);
    stream.stop();
    expect(runs[0]!.signal.aborted).toBe(true);
    expect(pending()).toBe(0);
  });
});
