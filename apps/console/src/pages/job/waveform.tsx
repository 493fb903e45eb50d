import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../api/client';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';

const bars = 600;
const height = 72;

interface Peaks {
  durationSeconds: number;
  /** Of the contact and of the assistant: the loudest sample of each bar, from 0 to 1. */
  channels: number[][];
}

function peaksOf(samples: Float32Array): number[] {
  const length = Math.max(1, Math.floor(samples.length / bars));
  return Array.from({ length: bars }, (_, bar) => {
    let peak = 0;
    for (const sample of samples.subarray(bar * length, (bar + 1) * length)) peak = Math.max(peak, Math.abs(sample));
    return peak;
  });
}

async function fetchPeaks(url: string): Promise<Peaks> {
  const response = await send(new Request(url));
  // Only decodes: nothing is played, so no gesture is needed.
  const context = new OfflineAudioContext(2, 1, 24_000);
  const decoded = await context.decodeAudioData(await response.arrayBuffer());
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, i) => peaksOf(decoded.getChannelData(i)));
  return { durationSeconds: decoded.duration, channels };
}

function draw(canvas: HTMLCanvasElement, { channels, durationSeconds }: Peaks, seconds: number): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const [played, ahead] = [style.getPropertyValue('--color-accent'), style.color];
  context.clearRect(0, 0, canvas.width, canvas.height);
  const half = height / Math.max(1, channels.length);
  for (const [row, peaks] of channels.entries())
    for (const [bar, peak] of peaks.entries()) {
      context.fillStyle = (bar / bars) * durationSeconds < seconds ? played : ahead;
      const size = Math.max(1, peak * half);
      context.fillRect(bar, row * half + (half - size) / 2, 0.8, size);
    }
}

interface WaveformProps {
  url: string;
  seconds: number;
  onSeek: (seconds: number) => void;
}

/** The loudness of both sides over the call. A click plays from there; the keys are those of the player below. */
export function Waveform({ url, seconds, onSeek }: WaveformProps) {
  const [wanted, setWanted] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const options = { queryKey: ['waveform', url], enabled: wanted, staleTime: Infinity, retry: false };
  const peaks = useQuery({ ...options, queryFn: () => fetchPeaks(url) });
  useEffect(() => {
    if (canvas.current !== null && peaks.data !== undefined) draw(canvas.current, peaks.data, seconds);
  }, [peaks.data, seconds]);
  if (peaks.error !== null) return <Failure error={peaks.error} />;
  if (peaks.data === undefined)
    return (
      <Button busy={peaks.isFetching} onClick={() => setWanted(true)}>
        Show the waveform
      </Button>
    );
  const { durationSeconds } = peaks.data;
  return (
    <canvas
      ref={canvas}
      width={bars}
      height={height}
      role="img"
      aria-label="Waveform: the contact above, the assistant below"
      className="text-muted w-full cursor-pointer"
      onClick={({ nativeEvent: { offsetX }, currentTarget }) =>
        onSeek((offsetX / currentTarget.clientWidth) * durationSeconds)
      }
    />
  );
}
