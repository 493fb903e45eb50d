import type { AudioFrame } from '../telephony';
import { frameMs } from './audio';
import type { Timers } from './clock';
import type { Listeners } from '../listeners';

/** Dependencies of the live audio of a leg. */
export interface AudioFeedDeps {
  timers: Timers;
  listeners: Listeners<AudioFrame>;
  /** Ms since the answer. */
  elapsedMs(): number;
  /** Called before frames are rendered. */
  prepare(): void;
  render(channel: AudioFrame['channel'], startMs: number): Buffer;
}

/** The live audio of one leg, rendered in real time while it has listeners. */
export interface AudioFeed {
  /** Starts the audio when the contact answers. */
  start(): void;
  /** @returns a function that unsubscribes */
  subscribe(listener: (frame: AudioFrame) => void): () => void;
  /** Emits the audio up to now and stops. */
  end(): void;
}

interface State extends AudioFeedDeps {
  phase: 'before_answer' | 'open' | 'over';
  nextMs: number;
  cancel?: () => void;
}

/** Creates a feed that follows the clock. After a stall it catches up, so no frame is ever missing. */
export function createAudioFeed(deps: AudioFeedDeps): AudioFeed {
  const state: State = { ...deps, phase: 'before_answer', nextMs: 0 };
  return {
    start: () => {
      state.phase = 'open';
      if (state.listeners.size() > 0) scheduleFrame(state);
    },
    subscribe: (listener) => {
      const isFirst = state.listeners.size() === 0;
      const remove = state.listeners.add(listener);
      if (isFirst && state.phase === 'open') {
        state.nextMs = Math.ceil(state.elapsedMs() / frameMs) * frameMs;
        scheduleFrame(state);
      }
      return () => {
        remove();
        if (state.listeners.size() === 0) state.cancel?.();
      };
    },
    end: () => {
      state.cancel?.();
      if (state.phase === 'open') emitDueFrames(state);
      state.phase = 'over';
      state.listeners.clear();
    },
  };
}

function scheduleFrame(state: State): void {
  state.cancel = state.timers.after(state.nextMs + frameMs - state.elapsedMs(), () => {
    emitDueFrames(state);
    if (state.phase === 'open' && state.listeners.size() > 0) scheduleFrame(state);
  });
}

/** A frame is due when its last sample lies in the past, because no later event can change it then. */
function emitDueFrames(state: State): void {
  // Read before what was said until then is prepared: a pause of this process in between must not make a frame due without it.
  const nowMs = state.elapsedMs();
  state.prepare();
  while (state.listeners.size() > 0 && state.nextMs + frameMs <= nowMs) {
    const startMs = state.nextMs;
    state.nextMs += frameMs;
    for (const channel of ['user', 'bot'] as const) {
      state.listeners.emit({ channel, startMs, pcm: state.render(channel, startMs) });
    }
  }
}
