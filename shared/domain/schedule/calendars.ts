import { closedDaysOf, closureAt, openDaysIn } from './blackout-days';
import type { PlanInput } from './plan-input';
import { brokenRule, type Rule } from './rule';
import { weekOfRules } from './week';
import { windowsIn } from './windows';
import { rulesInWords, zonesInWords } from './words';
import { zoneNamed, type Zone } from './zone-offsets';

/** The rules of a job that follow the clock on the wall, made ready for planning. */
export interface Calendars {
  readonly rules: readonly Rule[];
  /** The zone that instants are shown in; UTC where there is none. */
  readonly zone: Zone | undefined;
}

type CalendarInput = Pick<PlanInput, 'constraints' | 'origins' | 'zones' | 'blackouts'>;

/** With no zone known, a date is closed as long as it is that date anywhere: UTC+14 has it first, UTC-12 last. */
const anywhereOnEarth = ['Etc/GMT-14', 'UTC', 'Etc/GMT+12'];

/** Reads time rules, zones and blackout dates; who plans a job many times does it once. */
export function calendarsOf(input: CalendarInput): Calendars {
  const { zones: inferred = [], constraints } = input;
  const names = inferred.length > 0 || constraints.TimeZone === undefined ? inferred : [constraints.TimeZone];
  const zones = names.map(zoneNamed);
  const unknown = zones.indexOf(undefined);
  if (unknown !== -1) {
    const origin = inferred.length > 0 ? 'system' : (input.origins?.TimeZone ?? 'job');
    return {
      rules: [brokenRule('TimeZone', origin, `TimeZone "${names[unknown] ?? ''}" is not known`)],
      zone: undefined,
    };
  }
  const rules = [timeRules(input, names), blackoutDates(input, names)].filter((rule) => rule !== undefined);
  return { rules, zone: zones[0] };
}

function timeRules(input: CalendarInput, zoneNames: readonly string[]): Rule | undefined {
  const rules = input.constraints.TimeRules ?? [];
  if (rules.length === 0) return undefined;
  const origin = input.origins?.TimeRules ?? 'job';
  const [first, ...others] = zonesNamed(zoneNames);
  if (!first)
    return brokenRule(
      'TimeZone',
      origin,
      'TimeRules need a TimeZone: none is set, and none could be told from the number',
    );
  const week = weekOfRules(rules);
  if (typeof week === 'string') return brokenRule('TimeRules', origin, week);
  const text = `Open ${rulesInWords(rules)} ${zonesInWords(zoneNames)}`;
  return { kind: 'calendar', name: 'TimeRules', origin, text, times: windowsIn(week, [first, ...others]) };
}

function blackoutDates(input: CalendarInput, zoneNames: readonly string[]): Rule | undefined {
  const blackouts = input.blackouts ?? [];
  if (blackouts.length === 0) return undefined;
  const closed = closedDaysOf(blackouts);
  if (typeof closed === 'string') return brokenRule('BlackoutDates', 'campaign', closed);
  const known = zoneNames.length > 0;
  const zones = zonesNamed(known ? zoneNames : anywhereOnEarth);
  return {
    kind: 'calendar',
    name: 'BlackoutDates',
    origin: 'campaign',
    text: `No calls on blackout dates, ${known ? zonesInWords(zoneNames) : 'anywhere on Earth as no zone is known'}`,
    times: openDaysIn(closed, zones),
    closedFor: (atMs) => closureAt(closed, zones, atMs),
  };
}

const zonesNamed = (names: readonly string[]): Zone[] => names.map(zoneNamed).filter((zone) => zone !== undefined);
