import { groupCommands } from '../../../../shared/adapters/mongo/group-commands';

/** A store whose commands the test ends, each with the errors of its items. */
function createStore() {
  const commands: { items: readonly string[]; end: (errors?: readonly unknown[]) => void; fail: () => void }[] = [];
  const write = groupCommands<string>(
    (items) =>
      new Promise((resolve, reject) => {
        commands.push({
          items,
          end: (errors = []) => resolve(errors),
          fail: () => reject(new Error('The store is unavailable.')),
        });
      }),
  );
  return { commands, write };
}
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('concurrent writes', () => {
  it('are sent at once when alone, and together when they come during another one', async () => {
    const { commands, write } = createStore();
    const first = write('a');
    const later = [write('b'), write('c')];
    expect(commands.map(({ items }) => items)).toEqual([['a']]);
    commands[0]?.end();
    await first;
    await nextTick();
    expect(commands.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
    commands[1]?.end();
    await Promise.all(later);
  });

  it('resolve only when their own command has ended, and fail with their own error alone', async () => {
    const { commands, write } = createStore();
    const first = write('a');
    const [good, bad] = [write('b'), write('c')];
    let settled = 0;
    const count = (): void => {
      settled++;
    };
    good.then(count, count);
    bad.then(count, count);
    commands[0]?.end();
    await first;
    await nextTick();
    expect(settled).toBe(0);
    commands[1]?.end([undefined, new Error('Taken.')]);
    await good;
    await expect(bad).rejects.toThrow('Taken.');
  });

  it('do not inherit the failure of the command before', async () => {
    const { commands, write } = createStore();
    const [first, second] = [write('a'), write('b')];
    commands[0]?.fail();
    await expect(first).rejects.toThrow('unavailable');
    await nextTick();
    commands[1]?.end();
    await second;
  });

  it('are at most 50 in a command', async () => {
    const { commands, write } = createStore();
    const all = Array.from({ length: 61 }, (_, index) => write(String(index)));
    for (let sent = 0; sent < 3; sent++) {
      commands[sent]?.end();
      await nextTick();
    }
    await Promise.all(all);
    expect(commands.map(({ items }) => items.length)).toEqual([1, 50, 10]);
  });

  it('wait only for a moment for one that hangs', async () => {
    jest.useFakeTimers();
    try {
      const { commands, write } = createStore();
      void write('hangs');
      const second = write('b');
      await jest.advanceTimersByTimeAsync(100);
      commands[1]?.end();
      await second;
    } finally {
      jest.useRealTimers();
    }
  });
});
