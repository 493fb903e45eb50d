import type { JobPath } from '../job/job-requests';

/** A side of a call: what the contact says, and what it hears. */
export type Channel = 'user' | 'bot';

/** Samples a second of each side. */
const rates: Record<Channel, number> = { user: 16_000, bot: 24_000 };

const closings: Record<number, string> = {
  1000: 'The call has ended.',
  1001: 'The service is restarting.',
  1008: 'The session has ended.',
  1013: 'Too many listeners.',
};

interface Listening {
  close: () => void;
}

interface Listener {
  /** From 0 to 1, some 20 times a second. */
  onLevel: (level: number) => void;
  onEnd: (why: string) => void;
}

function toSamples(pcm: ArrayBuffer): Float32Array {
  const view = new DataView(pcm);
  return Float32Array.from({ length: pcm.byteLength / 2 }, (_, i) => view.getInt16(i * 2, true) / 32_768);
}

/** Speech is mostly quiet: the meter shows decibels, from -60 to 0. */
const toMeter = (level: number): number => (level < 0.001 ? 0 : Math.min(1, 1 + Math.log10(level) / 3));

/** Plays one side of a call, in an audio context at its own sample rate, so that nothing is resampled twice. */
export async function listen(
  { campaignID, jobID, callID }: JobPath & { callID: string },
  channel: Channel,
  { onLevel, onEnd }: Listener,
): Promise<Listening> {
  const context = new AudioContext({ sampleRate: rates[channel], latencyHint: 'interactive' });
  // The API serves it for its own page too.
  await context.audioWorklet.addModule('/listen/playback.js');
  const node = new AudioWorkletNode(context, 'playback', { numberOfInputs: 0, outputChannelCount: [1] });
  node.connect(context.destination);
  node.port.onmessage = ({ data }: MessageEvent<number>) => onLevel(toMeter(data));
  await context.resume();
  const [campaign, job, call] = [campaignID, jobID, callID].map(encodeURIComponent);
  const origin = window.location.origin.replace(/^http/, 'ws');
  const socket = new WebSocket(`${origin}/campaigns/${campaign}/jobs/${job}/calls/${call}/stream-audio-${channel}`);
  socket.binaryType = 'arraybuffer';
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    const samples = toSamples(data);
    node.port.postMessage(samples, [samples.buffer]);
  };
  const close = (): void => {
    socket.onclose = null;
    socket.close();
    void context.close();
  };
  socket.onclose = ({ code }) => {
    close();
    onLevel(0);
    onEnd(closings[code] ?? 'The audio is unavailable.');
  };
  return { close };
}
