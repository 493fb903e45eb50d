import type { TimeRule } from './constraints';
import { horizonMs } from './opening';
import { createWeekMap } from './week';
import { createWindows } from './windows';
import { findZone } from './zone-offsets';

/** The memory of {@link createOpeningCheck}: results of earlier rules are dropped beyond this many characters. */
const maxKeptCharacters = 1_000_000;

/**
 * Whether windows are ever open in all of the zones at once: exactly if `planNextCall` finds a call for a job without
 * other rules. Does without the explanation of a plan, which costs most of its time.
 */
export function canEverOpen(rules: readonly TimeRule[], zoneNames: readonly string[], nowMs: number): boolean {
  const week = createWeekMap(rules);
  const [first, ...others] = zoneNames.map(findZone).filter((zone) => zone !== undefined);
  if (typeof week === 'string' || first === undefined || others.length + 1 < zoneNames.length) return false;
  return createWindows(week, [first, ...others]).opensAt(nowMs, nowMs + horizonMs) !== null;
}

/** Like {@link canEverOpen}, for many numbers: equal rules and zones are computed once. */
export function createOpeningCheck(nowMs: number): (rules: readonly TimeRule[], zones: readonly string[]) => boolean {
  const texts = new WeakMap<readonly TimeRule[], string>();
  const results = new Map<string, Map<string, boolean>>();
  let keptCharacters = 0;
  /** Rules of the campaign are the same object for every row: their text is made once. */
  const textOf = (rules: readonly TimeRule[]): string => {
    const text = texts.get(rules) ?? JSON.stringify(rules);
    texts.set(rules, text);
    return text;
  };
  const resultsOf = (text: string): Map<string, boolean> => {
    const kept = results.get(text);
    if (kept !== undefined) return kept;
    keptCharacters += text.length;
    if (keptCharacters > maxKeptCharacters) {
      results.clear();
      keptCharacters = text.length;
    }
    const fresh = new Map<string, boolean>();
    results.set(text, fresh);
    return fresh;
  };
  return (rules, zones) => {
    const byZones = resultsOf(textOf(rules));
    const key = zones.join();
    const open = byZones.get(key) ?? canEverOpen(rules, zones, nowMs);
    byZones.set(key, open);
    return open;
  };
}
