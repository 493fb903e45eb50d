/** What one run of a stream reports. */
export interface StreamReports<Item> {
  onOpen: () => void;
  /** The connection is lost; the run connects again. */
  onLost: () => void;
  onItem: (item: Item) => void;
}

interface VisibleStreamDeps<Item> {
  /** Follows the stream over any number of connections until the signal aborts. Rejects when the service refuses it. */
  follow: (signal: AbortSignal, reports: StreamReports<Item>) => Promise<void>;
  onItem: (item: Item) => void;
  /** A connection is open: what happened before it is unknown. */
  onOpen: () => void;
  onChange: (isOpen: boolean) => void;
  onRefused: (error: unknown) => void;
  /** @returns a function that cancels it */
  startTimer: (waitMs: number, end: () => void) => () => void;
}

/** A tab that is left for so long gives its connection back: browsers allow six to a host, over all tabs. */
export const hiddenMs = 10_000;

/** One stream as long as the tab is shown; it ends with {@link VisibleStream.stop}, and when it is refused. */
export function createVisibleStream<Item>(deps: VisibleStreamDeps<Item>) {
  let running: AbortController | undefined;
  let cancelTimer: (() => void) | undefined;
  let isOpen = false;

  const setOpen = (value: boolean): void => {
    if (value === isOpen) return;
    isOpen = value;
    deps.onChange(value);
  };
  const end = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
    running?.abort();
    running = undefined;
    setOpen(false);
  };
  const start = (): void => {
    const controller = new AbortController();
    running = controller;
    /** An aborted run may still report what it had received. */
    const whileRunning =
      <Args extends unknown[]>(act: (...args: Args) => void) =>
      (...args: Args): void => {
        if (running === controller) act(...args);
      };
    const reports: StreamReports<Item> = {
      onItem: whileRunning(deps.onItem),
      onLost: whileRunning(() => setOpen(false)),
      onOpen: whileRunning(() => {
        setOpen(true);
        deps.onOpen();
      }),
    };
    const refused = whileRunning((error: unknown) => {
      end();
      deps.onRefused(error);
    });
    deps.follow(controller.signal, reports).catch(refused);
  };
  return {
    /** A refused stream is tried again when the tab is shown again. */
    setVisible: (isVisible: boolean): void => {
      if (!isVisible) {
        cancelTimer ??= deps.startTimer(hiddenMs, end);
        return;
      }
      cancelTimer?.();
      cancelTimer = undefined;
      if (running === undefined) start();
    },
    stop: end,
  };
}
export type VisibleStream = ReturnType<typeof createVisibleStream>;
