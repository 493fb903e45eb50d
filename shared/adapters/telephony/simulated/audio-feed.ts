import type { AudioFrame } from '../telephony';
import { frameMs } from './audio';
import type { Timers } from './clock';
import type { Listeners } from './listeners';

/** What the live audio of a leg needs. */
export interface AudioFeedDeps {
  timers: Timers;
  listeners: Listeners<AudioFrame>;
  /** Ms since the answer. */
  elapsedMs(): number;
  render(channel: AudioFrame['channel'], startMs: number): Buffer;
}

/** The live audio of one leg: made in real time while somebody listens. */
export interface AudioFeed {
  /** The contact picked up. */
  begin(): void;
  listen(listener: (frame: AudioFrame) => void): () => void;
  /** The line is gone: gives what was spoken until now, then nothing more. */
  end(): void;
}

interface State extends AudioFeedDeps {
  phase: 'before_answer' | 'open' | 'over';
  nextMs: number;
  cancel?: () => void;
}

/** A feed that paces itself by the clock: after a stall it catches up, so that no frame is ever missing. */
export function createAudioFeed(deps: AudioFeedDeps): AudioFeed {
  const state: State = { ...deps, phase: 'before_answer', nextMs: 0 };
  return {
    begin: () => {
      state.phase = 'open';
      if (state.listeners.size() > 0) waitForFrame(state);
    },
    listen: (listener) => {
      const isFirst = state.listeners.size() === 0;
      const remove = state.listeners.add(listener);
      if (isFirst && state.phase === 'open') {
        state.nextMs = Math.ceil(state.elapsedMs() / frameMs) * frameMs;
        waitForFrame(state);
      }
      return () => {
        remove();
        if (state.listeners.size() === 0) state.cancel?.();
      };
    },
    end: () => {
      state.cancel?.();
      if (state.phase === 'open') emitDue(state);
      state.phase = 'over';
      state.listeners.clear();
    },
  };
}

function waitForFrame(state: State): void {
  state.cancel = state.timers.after(state.nextMs + frameMs - state.elapsedMs(), () => {
    emitDue(state);
    if (state.phase === 'open' && state.listeners.size() > 0) waitForFrame(state);
  });
}

/** A frame is due when its last sample has been spoken: no later event can change it. */
function emitDue(state: State): void {
  while (state.listeners.size() > 0 && state.nextMs + frameMs <= state.elapsedMs()) {
    const startMs = state.nextMs;
    state.nextMs += frameMs;
    for (const channel of ['user', 'bot'] as const) {
      state.listeners.emit({ channel, startMs, pcm: state.render(channel, startMs) });
    }
  }
}
