import { IANAZone } from 'luxon';
import { findZoneName } from './zone-names';

const secondMs = 1000;
const dayMs = 86_400_000;
const blockMs = 64 * dayMs;
/** Small enough to miss no change: since 1970, two clock changes of a zone are always at least six days apart. */
const sampleMs = 4 * dayMs;
/** Bounds of the caches: about 45 years of one zone, and more spellings than there are zones. */
const limits = { blocksPerZone: 256, zones: 2000 } as const;

/** A stretch of time, `[fromMs, untilMs)`, with a constant offset: local = UTC + offsetMs. */
export interface OffsetSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly offsetMs: number;
}

/** A time zone as a sequence of {@link OffsetSpan}s. */
export interface Zone {
  readonly name: string;
  /** The span that contains the instant. It may end before the offset changes, but never after. */
  spanAt(atMs: number): OffsetSpan;
}

const zones = new Map<string, Zone>();

/** The zone of an identifier or link of IANA's, or `undefined` if there is none, or this server's time-zone data lacks it. */
export function findZone(name: string): Zone | undefined {
  const cached = zones.get(name);
  if (cached) return cached;
  const spelled = findZoneName(name);
  if (spelled === undefined) return undefined;
  // Luxon caches each spelling forever, so it gets only the canonical one.
  const canonical = new Intl.DateTimeFormat('en', { timeZone: spelled }).resolvedOptions().timeZone;
  const zone = createZone(name, IANAZone.create(canonical));
  if (zones.size >= limits.zones) zones.clear();
  zones.set(name, zone);
  return zone;
}

/** An offset from ICU takes microseconds, so the spans of a block of days are computed once and cached. */
function createZone(name: string, iana: IANAZone): Zone {
  const blocks = new Map<number, OffsetSpan[]>();
  const offsetAt = (atMs: number): number => Math.round(iana.offset(atMs) * 60 * secondMs);
  return {
    name,
    spanAt(atMs) {
      const block = Math.floor(atMs / blockMs);
      let spans = blocks.get(block);
      if (!spans) {
        spans = computeSpans(offsetAt, block * blockMs);
        if (blocks.size >= limits.blocksPerZone) blocks.clear();
        blocks.set(block, spans);
      }
      const span = spans.find((candidate) => atMs < candidate.untilMs);
      if (!span) throw new RangeError(`Not an instant: ${atMs}`);
      return span;
    },
  };
}

function computeSpans(offsetAt: (atMs: number) => number, blockFromMs: number): OffsetSpan[] {
  const blockUntilMs = blockFromMs + blockMs;
  const spans: OffsetSpan[] = [];
  let fromMs = blockFromMs;
  let offsetMs = offsetAt(fromMs);
  for (let sampledMs = blockFromMs; sampledMs < blockUntilMs; sampledMs += sampleMs) {
    const nextOffsetMs = offsetAt(sampledMs + sampleMs);
    if (nextOffsetMs === offsetMs) continue;
    const untilMs = findChange(offsetAt, sampledMs, offsetMs);
    spans.push({ fromMs, untilMs, offsetMs });
    fromMs = untilMs;
    offsetMs = nextOffsetMs;
  }
  if (fromMs < blockUntilMs) spans.push({ fromMs, untilMs: blockUntilMs, offsetMs });
  return spans;
}

/** The first second after the sample with another offset. Clock changes fall on whole seconds. */
function findChange(offsetAt: (atMs: number) => number, sampledMs: number, oldOffsetMs: number): number {
  let old = 0;
  let changed = sampleMs / secondMs;
  while (changed - old > 1) {
    const middle = Math.floor((old + changed) / 2);
    if (offsetAt(sampledMs + middle * secondMs) === oldOffsetMs) old = middle;
    else changed = middle;
  }
  return sampledMs + changed * secondMs;
}
