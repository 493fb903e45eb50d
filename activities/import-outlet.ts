/** Sends things to the engine with a bound on how many are under way, and on how many wait. */
export interface Outlet<T> {
  /** Resolves when there is room again. */
  offer(items: readonly T[]): Promise<void>;
  /** Resolves when nothing is under way or waits. */
  drain(): Promise<void>;
  failures(): number;
}

/** @param send what fails is counted and left to the sweeper */
export function createOutlet<T>(
  send: (item: T) => Promise<void>,
  bounds: { inFlight: number; waiting: number },
): Outlet<T> {
  const waiting: T[] = [];
  let underWay = 0;
  let failed = 0;
  let watchers: (() => void)[] = [];

  const tell = (): void => {
    const told = watchers;
    watchers = [];
    for (const watcher of told) watcher();
  };
  const next = (): void => {
    while (underWay < bounds.inFlight) {
      const item = waiting.shift();
      if (item === undefined) return;
      underWay++;
      void send(item)
        .catch(() => {
          failed++;
        })
        .finally(() => {
          underWay--;
          next();
          tell();
        });
    }
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise<void>((resolve) => watchers.push(resolve));
  };

  return {
    offer: async (items) => {
      waiting.push(...items);
      next();
      await until(() => waiting.length <= bounds.waiting);
    },
    drain: () => until(() => waiting.length === 0 && underWay === 0),
    failures: () => failed,
  };
}
