import type { FailureReason } from '../job/failure';
import type { GateName, GateOrigin } from './gate';
import type { OpenTimes } from './windows';

interface GateBase {
  readonly name: GateName;
  readonly origin: GateOrigin;
  /** What the rule asks for, in words, without its end: `Open Mo-Fr 09:00-17:00 Europe/Helsinki`. */
  readonly text: string;
}

/** A rule that opens once and stays open: a delay or a limit. */
export interface DelayGate extends GateBase {
  readonly kind: 'delay';
  /** `null` when it never opens. */
  readonly opensAtMs: number | null;
  readonly neverReason: FailureReason;
}

/** A rule that opens and closes again and again. */
export interface CalendarGate extends GateBase {
  readonly kind: 'calendar';
  readonly times: OpenTimes;
  /** What a closed instant is closed for, such as the name of a holiday. */
  readonly closedFor?: (atMs: number) => string | undefined;
}

export type Rule = DelayGate | CalendarGate;

/** A rule that cannot be read or can never be met: it never opens, and its text says why. */
export const impossibleGate = (name: GateName, origin: GateOrigin, text: string): DelayGate => ({
  kind: 'delay',
  name,
  origin,
  text,
  opensAtMs: null,
  neverReason: 'invalid_configuration',
});
