import type { FailureReason } from '../job/failure';
import type { BlackoutDate, Constraints } from './constraints';
import type { GateReport, GateName, GateOrigin } from './gate';

/** One attempt as the schedule sees it. `endedAtMs` is absent while the attempt goes on. */
export interface AttemptTimes {
  startedAtMs: number;
  endedAtMs?: number | undefined;
}

/** The attempts that count against a limit on calls to one number, over all jobs. */
export interface NumberLimitUse {
  origin: 'campaign' | 'organization';
  count: number;
  durationMs: number;
  attemptStartsMs: readonly number[];
}

/** Which level set each field of the constraints in force; `job` where nothing is said. */
export type ConstraintOrigins = Partial<Record<keyof Constraints, GateOrigin>>;

/** All that decides when a job's next call is. Instants and spans are milliseconds unless named otherwise. */
export interface PlanInput {
  jobId: string;
  createdAtMs: number;
  nowMs: number;
  /** The constraints in force, already merged (`mergeConstraints`). */
  constraints: Constraints;
  origins?: ConstraintOrigins | undefined;
  /** Every attempt the job ever made, oldest first. */
  attempts: readonly AttemptTimes[];
  /** The campaign's spread; 0 for none. */
  jitterSeconds: number;
  /**
   * When the constraints in force came into force, where that is later than the last attempt: an update of the
   * constraints, a resumed campaign. Jitter counts from here at the earliest. Must stay the same between plans
   * for the same change, or the call moves away from who waits for it.
   */
  plannedFromMs?: number | undefined;
  /** The delay that the outcome of the last attempt asks for; `because` is shown in the explanation. */
  retry?: { notBeforeMs: number; because: string; origin?: GateOrigin | undefined } | undefined;
  /** An operator's reschedule of this one call: honored as given, the past means now; only MaxTotalCalls still holds. */
  operatorCallAtMs?: number | undefined;
  blackouts?: readonly BlackoutDate[] | undefined;
  /** The zones in force where they were inferred from the number: every one must be inside its window. Default: `constraints.TimeZone`. */
  zones?: readonly string[] | undefined;
  numberLimits?: readonly NumberLimitUse[] | undefined;
  /** What MaxTotalCalls is when nobody sets it; 0 for no limit. */
  maxTotalCallsDefault: number;
}

/** When the next call is and what decided it, or why there can be none. */
export type Plan =
  | {
      kind: 'call';
      /** Never before `nowMs`; equal to it when the job can go at once. */
      atMs: number;
      gates: GateReport[];
      /** The gate that holds the call until `atMs`; `null` when nothing does. */
      decidedBy: GateName | null;
    }
  | { kind: 'never'; reason: FailureReason; message: string; gates: GateReport[] };
