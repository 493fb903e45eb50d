import { createListeners, type Listeners } from '../listeners';
import type { Playout } from '../playout';
import type { Timers } from '../simulated/clock';
import type { AudioFrame, DialRequest, LegEnd, LegEvent } from '../telephony';
import type { LineRecord } from '../../../domain/call/line';
import type { LineFrames } from './frames';
import type { PlacementDeps, TrunkCall } from './placement';
import type { Signaling } from './signaling';

/** What a leg knows of its call. */
export interface LegState extends PlacementDeps {
  request: DialRequest;
  timers: Timers;
  events: Listeners<LegEvent>;
  lines: Listeners<LineRecord>;
  audio: Listeners<AudioFrame>;
  frames: LineFrames;
  playout: Playout;
  signaling: Signaling;
  line: LineRecord;
  /** The caller of `dial` has the leg, or is about to get it. */
  isOpen: boolean;
  /** What was reported before it could subscribe. */
  waiting: (() => void)[] | undefined;
  rang: boolean;
  earlyMedia: boolean;
  answeredMs?: number;
  call?: TrunkCall;
  end?: LegEnd;
  ready: Deferred<undefined>;
  ended: Deferred<LegEnd>;
  done: Deferred<undefined>;
}

/** A promise that is settled from outside. */
export interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

export function createDeferred<T>(): Deferred<T> {
  let [resolve, reject]: [Deferred<T>['resolve'], Deferred<T>['reject']] = [() => undefined, () => undefined];
  const promise = new Promise<T>((onValue, onError) => ([resolve, reject] = [onValue, onError]));
  return { promise, resolve, reject };
}

/** The subscribers to a leg. @param onError gets what a listener throws */
export const createLegListeners = (
  onError: (error: unknown) => void,
): Pick<LegState, 'events' | 'lines' | 'audio'> => ({
  events: createListeners(onError),
  lines: createListeners(onError),
  audio: createListeners(onError),
});

export const isOver = ({ end }: Pick<LegState, 'end'>): boolean => end !== undefined;

/** Runs now, or as soon as the caller of `dial` can have subscribed. */
export function report(state: LegState, run: () => void): void {
  if (state.waiting) state.waiting.push(run);
  else run();
}

/** Hands the call over to the caller of `dial`, who subscribes before anything is reported. */
export function open(state: LegState): void {
  if (state.isOpen) return;
  state.isOpen = true;
  state.ready.resolve(undefined);
  setImmediate(() => {
    const { waiting = [] } = state;
    state.waiting = undefined;
    waiting.forEach((run) => run());
  });
}
