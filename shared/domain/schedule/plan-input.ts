import type { FailureReason } from '../job/failure';
import type { BlackoutDate, Constraints } from './constraints';
import type { GateName, GateOrigin, GateReport } from './gate';

/** The times of one attempt. `endedAtMs` is absent during the attempt. */
export interface AttemptTimes {
  startedAtMs: number;
  endedAtMs?: number | undefined;
}

/** A limit on attempts to one number, with the attempts of all jobs that count toward it. */
export interface NumberLimitUse {
  origin: 'campaign' | 'organization' | 'policy';
  count: number;
  durationMs: number;
  attemptStartsMs: readonly number[];
}

/** The level that set each field of the constraints in force; `job` if absent. */
export type ConstraintOrigins = Partial<Record<keyof Constraints, GateOrigin>>;

/** Everything that decides when a job's next call is. Instants and spans are in milliseconds unless named otherwise. */
export interface PlanInput {
  jobId: string;
  createdAtMs: number;
  nowMs: number;
  /** The constraints in force, merged by `mergeConstraints`. */
  constraints: Constraints;
  origins?: ConstraintOrigins | undefined;
  /** All attempts of the job, oldest first. */
  attempts: readonly AttemptTimes[];
  /** The campaign's spread; 0 for none. */
  jitterSeconds: number;
  /**
   * When the constraints came into force, if that is later than the last attempt: after an update of the constraints,
   * or of a resumed campaign. Jitter counts from here at the earliest. It must stay the same between plans for the same
   * change, or the call keeps moving away.
   */
  plannedFromMs?: number | undefined;
  /** The retry delay after the last attempt. The explanation shows `because`. */
  retry?: { notBeforeMs: number; because: string; origin?: GateOrigin | undefined } | undefined;
  /** A person's instant for this one call. A past one means now. Only MaxTotalCalls, suppressions, the policy, the holds and the dates of job and campaign still apply. */
  operatorCallAtMs?: number | undefined;
  blackouts?: readonly BlackoutDate[] | undefined;
  /**
   * The zones that were inferred from the number. The window must be open in each of them. Default:
   * `constraints.TimeZone`.
   */
  zones?: readonly string[] | undefined;
  numberLimits?: readonly NumberLimitUse[] | undefined;
  /** Why calls are held back until a person releases them, one clause for each reason. */
  holds?: readonly string[] | undefined;
  /** Why no further call is made at all, in one clause: the campaign was stopped. */
  ended?: string | undefined;
  /** The campaign makes no call before it. */
  startsAtMs?: number | undefined;
  /** The campaign makes no call at or after it. */
  endsAtMs?: number | undefined;
  /** Calls that a state held back are spread over this span. */
  ramp?: { fromMs: number; untilMs: number } | undefined;
  /** Why the number must not be called, in one clause, and the level that says so. */
  suppressed?: { origin: 'organization' | 'campaign'; text: string } | undefined;
  /** Why the operator's policy for the organization allows the job no call, in one sentence. */
  policyProblem?: string | undefined;
  /** The policy's shortest time from the end of a call to the next one; 0 or absent for none. */
  minRetryDelayMs?: number | undefined;
  /** The turn of a job that found no free call slot. */
  queued?: { name: GateName; origin?: GateOrigin; untilMs: number; text: string } | undefined;
  /** The circuit breaker of the campaign holds calls back until then, and lets only probes pass afterwards. */
  breaker?: { untilMs: number; text: string } | undefined;
  /** The policy's limit on MaxTotalCalls, whatever sets it; 0 or absent for no limit. */
  maxTotalCallsCeiling?: number | undefined;
  /** MaxTotalCalls if no level sets it; 0 for no limit. */
  maxTotalCallsDefault: number;
}

/** When the next call is and what decided that, why it is held back, or why no call is possible. */
export type Plan =
  | {
      kind: 'call';
      /** Never before `nowMs`; equal to it if the call is allowed now. */
      atMs: number;
      gates: GateReport[];
      /** The gate that delays the call until `atMs`; `null` if none does. */
      decidedBy: GateName | null;
    }
  | {
      /** Held back until a person releases it. */
      kind: 'held';
      /** When to plan again at the latest, in case the release is not noticed. Always later than `nowMs`. */
      replanMs: number;
      message: string;
      gates: GateReport[];
      decidedBy: GateName;
    }
  | { kind: 'never'; reason: FailureReason; message: string; gates: GateReport[] };
