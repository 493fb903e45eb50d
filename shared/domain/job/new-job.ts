import type { Job } from './job';
import { noMetrics } from './metrics';

/** What every job begins with. `startGraceMs` later the sweeper looks whether somebody has started it. */
export const initialJobFields = (
  nowMs: number,
  startGraceMs: number,
): Pick<
  Job,
  | 'State'
  | 'Sequence'
  | 'EventTimeMS'
  | 'CreatedMS'
  | 'UpdatedMS'
  | 'CampaignVersion'
  | 'Metrics'
  | 'CallCount'
  | 'DueMS'
> => ({
  State: 'created',
  Sequence: 1,
  EventTimeMS: nowMs,
  CreatedMS: nowMs,
  UpdatedMS: nowMs,
  CampaignVersion: null,
  Metrics: noMetrics,
  CallCount: 0,
  DueMS: nowMs + startGraceMs,
});
