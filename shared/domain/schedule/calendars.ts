import { parseClosedDays, findClosureName, createOpenDays } from './blackout-days';
import type { PlanInput } from './plan-input';
import { impossibleGate, type Rule } from './rule';
import { createWeekMap } from './week';
import { createWindows } from './windows';
import { formatTimeRules, formatZones } from './format';
import { findZone, type Zone } from './zone-offsets';

/** The rules of a job that follow the clock on the wall, made ready for planning. */
export interface Calendars {
  readonly gates: readonly Rule[];
  /** The zone that instants are shown in; UTC where there is none. */
  readonly zone: Zone | undefined;
}

type CalendarInput = Pick<PlanInput, 'constraints' | 'origins' | 'zones' | 'blackouts'>;

/** With no zone known, a date is closed as long as it is that date anywhere: UTC+14 has it first, UTC-12 last. */
const anywhereOnEarth = ['Etc/GMT-14', 'UTC', 'Etc/GMT+12'];

/** Reads time rules, zones and blackout dates; who plans a job many times does it once. */
export function createCalendars(input: CalendarInput): Calendars {
  const { zones: inferred = [], constraints } = input;
  const names = inferred.length > 0 || constraints.TimeZone === undefined ? inferred : [constraints.TimeZone];
  const zones = names.map(findZone);
  const unknown = zones.indexOf(undefined);
  if (unknown !== -1) {
    const origin = inferred.length > 0 ? 'system' : (input.origins?.TimeZone ?? 'job');
    return {
      gates: [impossibleGate('TimeZone', origin, `TimeZone "${names[unknown] ?? ''}" is not known`)],
      zone: undefined,
    };
  }
  const rules = [createTimeRulesGate(input, names), createBlackoutGate(input, names)].filter(
    (rule) => rule !== undefined,
  );
  return { gates: rules, zone: zones[0] };
}

function createTimeRulesGate(input: CalendarInput, zoneNames: readonly string[]): Rule | undefined {
  const rules = input.constraints.TimeRules ?? [];
  if (rules.length === 0) return undefined;
  const origin = input.origins?.TimeRules ?? 'job';
  const [first, ...others] = findZones(zoneNames);
  if (!first)
    return impossibleGate(
      'TimeZone',
      origin,
      'TimeRules need a TimeZone: none is set, and none could be told from the number',
    );
  const week = createWeekMap(rules);
  if (typeof week === 'string') return impossibleGate('TimeRules', origin, week);
  const text = `Open ${formatTimeRules(rules)} ${formatZones(zoneNames)}`;
  return { kind: 'calendar', name: 'TimeRules', origin, text, times: createWindows(week, [first, ...others]) };
}

function createBlackoutGate(input: CalendarInput, zoneNames: readonly string[]): Rule | undefined {
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
    text: `No calls on blackout dates, ${known ? formatZones(zoneNames) : 'anywhere on Earth as no zone is known'}`,
    times: createOpenDays(closed, zones),
    closedFor: (atMs) => findClosureName(closed, zones, atMs),
  };
}

const findZones = (names: readonly string[]): Zone[] => names.map(findZone).filter((zone) => zone !== undefined);
