import { runParts } from '../../../bench/run-parts';
import type { Measured } from '../../../bench/report';

const met: Measured = { what: 'POST ÷ bare starts', detail: '', value: 0.6, target: { atLeast: 0.5 } };
const missed: Measured = { ...met, value: 0.4 };

describe('a benchmark', () => {
  it('prints each part as it ends', async () => {
    const events: string[] = [];
    const part = (name: string) => ({
      name,
      measure: () => {
        events.push(`measure ${name}`);
        return Promise.resolve([met]);
      },
    });
    expect(await runParts([part('starts'), part('reads')], (text) => events.push(text.split(' ')[0]!))).toBe(true);
    expect(events).toEqual(['measure starts', 'starts', 'measure reads', 'reads']);
  });

  it('keeps the results of the other parts when one fails, and reports the failure', async () => {
    const printed: string[] = [];
    const parts = [
      { name: 'starts', measure: () => Promise.resolve([met]) },
      { name: 'memory', measure: () => Promise.reject(new Error('the worker exited')) },
      { name: 'reads', measure: () => Promise.resolve([met]) },
    ];
    expect(await runParts(parts, (text) => printed.push(text))).toBe(false);
    expect(printed[0]).toContain('POST ÷ bare starts');
    expect(printed[1]).toMatch(/^memory failed after \d+ s: Error: the worker exited/);
    expect(printed[2]).toContain('POST ÷ bare starts');
    expect(printed[3]).toBe('Failed parts: memory');
  });

  it('fails when a target is missed', async () => {
    const printed: string[] = [];
    const parts = [{ name: 'starts', measure: () => Promise.resolve([missed]) }];
    expect(await runParts(parts, (text) => printed.push(text))).toBe(false);
    expect(printed.at(-1)).toBe('Missed targets: 1');
  });
});
