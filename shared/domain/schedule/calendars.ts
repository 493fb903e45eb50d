import { createDeadlineGates } from './deadlines';
import { createOpenDays, findClosureName, parseClosedDays } from './blackout-days';
import { formatTimeRules, formatZones } from './format';
import { impossibleGate, type Gate } from './gate';
import type { PlanInput } from './plan-input';
import { createWeekMap } from './week';
import { createWindows } from './windows';
import { findZone, type Zone } from './zone-offsets';

/** The gates of a job that open and close, ready for planning. */
export interface Calendars {
  readonly gates: readonly Gate[];
  /** The zone in which instants are shown; UTC if absent. */
  readonly zone: Zone | undefined;
}

type CalendarInput = Pick<PlanInput, 'constraints' | 'origins' | 'zones' | 'blackouts' | 'endsAtMs'>;

/**
 * Without a known zone, a date is closed while it is that date anywhere on Earth: from UTC+14, the first, to UTC-12,
 * the last.
 */
const anywhereOnEarth = ['Etc/GMT-14', 'UTC', 'Etc/GMT+12'];

/** Parses time rules, zones and blackout dates. Callers that plan a job many times do this once. */
export function createCalendars(input: CalendarInput): Calendars {
  const { zones: inferred = [], constraints } = input;
  const names = inferred.length > 0 || constraints.TimeZone === undefined ? inferred : [constraints.TimeZone];
  const zones = names.map(findZone);
  const unknown = zones.indexOf(undefined);
  if (unknown !== -1) {
    const origin = inferred.length > 0 ? 'system' : (input.origins?.TimeZone ?? 'job');
    return {
      gates: [impossibleGate('TimeZone', origin, `TimeZone "${names[unknown] ?? ''}" is unknown`)],
      zone: undefined,
    };
  }
  const gates = [createTimeRulesGate(input, names), createBlackoutGate(input, names)].filter(
    (gate) => gate !== undefined,
  );
  return { gates: [...gates, ...createDeadlineGates(input, zones[0])], zone: zones[0] };
}

function createTimeRulesGate(input: CalendarInput, zoneNames: readonly string[]): Gate | undefined {
  const rules = input.constraints.TimeRules ?? [];
  if (rules.length === 0) return undefined;
  const origin = input.origins?.TimeRules ?? 'job';
  const [first, ...others] = findZones(zoneNames);
  if (!first)
    return impossibleGate(
      'TimeZone',
      origin,
      'TimeRules need a TimeZone: none is set, and the number does not determine one',
    );
  const week = createWeekMap(rules);
  if (typeof week === 'string') return impossibleGate('TimeRules', origin, week);
  const text = `Open ${formatTimeRules(rules)} ${formatZones(zoneNames)}`;
  return { kind: 'calendar', name: 'TimeRules', origin, text, times: createWindows(week, [first, ...others]) };
}

function createBlackoutGate(input: CalendarInput, zoneNames: readonly string[]): Gate | undefined {
  const blackouts = input.blackouts ?? [];
  if (blackouts.length === 0) return undefined;
  const closed = parseClosedDays(blackouts);
  if (typeof closed === 'string') return impossibleGate('BlackoutDates', 'campaign', closed);
  const known = zoneNames.length > 0;
  const zones = findZones(known ? zoneNames : anywhereOnEarth);
  return {
    kind: 'calendar',
    name: 'BlackoutDates',
    origin: 'campaign',
    text: `No calls on blackout dates, ${known ? formatZones(zoneNames) : 'anywhere on Earth, as no zone is known'}`,
    times: createOpenDays(closed, zones),
    closedFor: (atMs) => findClosureName(closed, zones, atMs),
  };
}

const findZones = (names: readonly string[]): Zone[] => names.map(findZone).filter((zone) => zone !== undefined);
