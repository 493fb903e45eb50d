import { nextEventTimeMs } from '../webhook/event';
import type { JobTransitionDecision } from './decisions';
import type { Job } from './job';
import { hasEnded } from './state';

/** What a transition changes in a job, besides the fields that its decision sets. `undefined` removes a field. */
export const fieldsAfter = (
  { Sequence, EventTimeMS }: Pick<Job, 'Sequence' | 'EventTimeMS'>,
  { to, set = {} }: JobTransitionDecision,
  nowMs: number,
): Partial<Job> => ({
  ...set,
  State: to,
  Sequence: Sequence + 1,
  EventTimeMS: nextEventTimeMs(nowMs, EventTimeMS),
  UpdatedMS: nowMs,
  // The campaign's retention starts here.
  ...(hasEnded(to) ? { EndedMS: nowMs } : {}),
});
