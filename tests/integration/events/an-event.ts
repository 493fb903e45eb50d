import type { JobStateEvent } from '../../../shared/domain/webhook/event';
import type { TestApi } from '../../support/api';

let jobs = 0;

/** A job of its own that begins a call. */
export const anEvent = (
  { orgId, campaignId }: Pick<TestApi, 'orgId' | 'campaignId'>,
  fields: Partial<JobStateEvent> = {},
): JobStateEvent => ({
  orgId,
  campaignId,
  jobId: `job_${++jobs}`,
  sequence: 3,
  state: 'calling',
  eventTimeMs: Date.now(),
  testJob: false,
  ...fields,
});
