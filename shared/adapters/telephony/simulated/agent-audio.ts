import { sampleRates } from '../../../domain/audio/format';
import { createPlayout, type Playout } from '../playout';
import type { Timers } from './clock';
import { createHearing } from './hearing';

/** Dependencies of the audio that an agent plays to the contact. */
export interface AgentAudioDeps {
  timers: Timers;
  /** Ms since the answer. */
  elapsedMs: () => number;
  /** Whether the leg's audio has listeners. */
  isListenedTo: () => boolean;
  onStart: () => void;
  onStop: () => void;
}

/** The audio that an agent plays to the contact, and what listeners get of it. */
export interface AgentAudio extends Playout {
  /** Takes the frame that was played then, if any was; the frames before it are dropped. */
  takeFrame(startMs: number): Buffer | undefined;
}

export function createAgentAudio({ timers, elapsedMs, isListenedTo, onStart, onStop }: AgentAudioDeps): AgentAudio {
  let played: { startMs: number; pcm: Buffer }[] = [];
  const hear = createHearing({ after: timers.after, onStart, onStop });
  const playout = createPlayout({
    rate: sampleRates.bot,
    elapsedMs,
    after: timers.after,
    silence: 'skipped',
    send: (pcm, startMs) => {
      if (isListenedTo()) played.push({ startMs, pcm });
      else played = [];
      hear(pcm);
    },
  });
  return {
    ...playout,
    takeFrame: (startMs) => {
      const next = played.findIndex((frame) => frame.startMs >= startMs);
      played.splice(0, next === -1 ? played.length : next);
      return played[0]?.startMs === startMs ? played.shift()?.pcm : undefined;
    },
  };
}
