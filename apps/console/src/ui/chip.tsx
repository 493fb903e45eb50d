import { words } from '../lib/format';

const tones: Record<string, string> = {
  good: 'text-good border-good',
  warn: 'text-warn border-warn',
  bad: 'text-bad border-bad',
  live: 'text-accent border-accent',
  plain: 'text-muted border-line',
};
const toneOf: Record<string, keyof typeof tones> = {
  running: 'good',
  active: 'live',
  calling: 'live',
  completed: 'good',
  delivered: 'good',
  ready: 'good',
  ok: 'good',
  closed: 'good',
  up: 'good',
  partly_down: 'warn',
  down: 'bad',
  lost: 'bad',
  draining: 'warn',
  paused: 'warn',
  draft: 'plain',
  pending: 'warn',
  degraded: 'warn',
  half_open: 'warn',
  failed: 'bad',
  blocked: 'bad',
  exhausted: 'bad',
  unavailable: 'bad',
  open: 'bad',
};

/** A state, in the color of what it means. */
export const Chip = ({ state }: { state: string }) => (
  <span className={`inline-block rounded-full border px-2 whitespace-nowrap ${tones[toneOf[state] ?? 'plain'] ?? ''}`}>
    {words(state)}
  </span>
);
