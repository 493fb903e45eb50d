import type { FailureReason } from '../job/failure';
import type { GateName, GateOrigin } from './gate';
import type { OpenTimes } from './windows';

interface RuleBase {
  readonly name: GateName;
  readonly origin: GateOrigin;
  /** What the rule asks for, in words, without its end: `Open Mo-Fr 09:00-17:00 Europe/Helsinki`. */
  readonly text: string;
}

/** A rule that opens once and stays open: a delay or a limit. */
export interface DelayRule extends RuleBase {
  readonly kind: 'delay';
  /** `null` when it never opens. */
  readonly opensAtMs: number | null;
  readonly neverReason: FailureReason;
}

/** A rule that opens and closes again and again. */
export interface CalendarRule extends RuleBase {
  readonly kind: 'calendar';
  readonly times: OpenTimes;
  /** What a closed instant is closed for, such as the name of a holiday. */
  readonly closedFor?: (atMs: number) => string | undefined;
}

export type Rule = DelayRule | CalendarRule;

/** A rule that cannot be read or can never be met: it never opens, and its text says why. */
export const brokenRule = (name: GateName, origin: GateOrigin, text: string): DelayRule => ({
  kind: 'delay',
  name,
  origin,
  text,
  opensAtMs: null,
  neverReason: 'invalid_configuration',
});
