import type { GateReport } from '../../../shared/domain/schedule/gate';

/** The response of both endpoints. */
export interface ScheduleBody {
  JobID: string | null;
  State: string;
  NextCallMS: number | null;
  HeldBy: string | null;
  Message: string;
  Gates: GateReport[];
  Attempts: { CallID: string; StartedAt: string; EndedReason?: string }[];
  Assume: string;
  Forecast: { CallMS: number; Gate: string | null }[];
  ForecastEndsBecause: string | null;
}
