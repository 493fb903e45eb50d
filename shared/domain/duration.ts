/** Units of Go's `time.ParseDuration` (https://pkg.go.dev/time#ParseDuration), in milliseconds. */
const unitMs = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1, us: 0.001, µs: 0.001, ns: 0.000_001 } as const;
const part = /(\d+(?:\.\d+)?)(ms|us|µs|ns|h|m|s)/gy;

/** The longest valid duration: ten years of 365 days. Longer ones are mistakes. */
export const maxDurationMs = 10 * 365 * 24 * unitMs.h;

/** Describes a valid duration in error messages. */
export const durationExample = 'a duration such as "90s", "45m" or "12h30m", at most 10 years';

/**
 * Parses a duration in Go's format, strictly: `12h30m`, `90s`, `1.5h`, `0`. No sign, no spaces, a unit after each
 * number.
 * @returns whole milliseconds, rounded, or `undefined` if the text is invalid or longer than {@link maxDurationMs}
 */
export function parseDurationMs(text: string): number | undefined {
  if (text === '0') return 0;
  let total = 0;
  let end = 0;
  part.lastIndex = 0;
  for (let match = part.exec(text); match; match = part.exec(text)) {
    total += Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
    end = part.lastIndex;
  }
  if (end === 0 || end !== text.length) return undefined;
  const ms = Math.round(total);
  return ms <= maxDurationMs ? ms : undefined;
}

/** Formats milliseconds in Go's format without empty parts: `12h30m` instead of `12h30m0s`; below a second `250ms`. */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0s';
  let rest = ms;
  let text = '';
  for (const unit of ['h', 'm', 's', 'ms'] as const) {
    const count = Math.floor(rest / unitMs[unit]);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * unitMs[unit];
  }
  return text;
}
