import type { CallRecord } from '../../../shared/domain/call/call-record';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { Job } from '../../../shared/domain/job/job';
import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import type { ScheduleBody } from './schedule-body';

/** Fri 2026-11-20 12:00 in Helsinki: the time of all requests here. */
export const noonMs = Date.parse('2026-11-20T10:00:00Z');
export const minutes = (count: number): number => count * 60_000;
export const iso = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString().replace('.000Z', 'Z');

/** The API with its clock at {@link noonMs}, without Temporal. */
export const startNoonApi = (): Promise<TestApi> =>
  startTestApi({ workflows: createWorkflowClientDouble().workflows, deps: { nowMs: () => noonMs } });

export interface GivenJob {
  campaign?: Partial<CampaignConfig>;
  organization?: object;
  job?: Partial<Job>;
  /** The job's earlier calls: how many minutes ago each started; each took one minute. */
  calls?: number[];
  /** Calls of another job to the same number. */
  others?: number[];
}

/** A waiting job in an organization of its own, and how to request its schedule. */
export async function givenJob(
  api: TestApi,
  { campaign = {}, organization, job = {}, calls = [], others = [] }: GivenJob,
) {
  const caller = await api.anotherCaller(campaign);
  if (organization) expect((await caller.request('PATCH', '/organization', organization)).status).toBe(200);
  const of = {
    OrgID: caller.orgId,
    CampaignID: caller.campaignId,
    CreatedMS: noonMs - minutes(10_000),
    UpdatedMS: noonMs,
  };
  const insert = async (fields: Partial<Job>, times: number[]): Promise<Job> => {
    const made = await api.insertJob({ ...of, State: 'scheduled', Sequence: 2, CallCount: times.length, ...fields });
    for (const [index, ago] of times.entries()) {
      const startMs = noonMs - minutes(ago);
      const ended: Partial<CallRecord> = { State: 'ended', EndedMS: startMs + minutes(1), EndedReason: 'contact_busy' };
      const ID = `call_${made.ID}_${index + 1}`;
      await api.insertCall(made, { ID, Attempt: index + 1, CreatedMS: startMs, DialedMS: startMs, ...ended });
    }
    return made;
  };
  const asked = await insert(job, calls);
  if (others.length > 0) await insert({}, others);
  const path = `${caller.jobs}/${asked.ID}/schedule`;
  return { caller, job: asked, path, get: (query = '') => caller.request<ScheduleBody>('GET', path + query) };
}

export const constraints = (fields: object): Partial<Job> => ({ Overrides: { Constraints: fields } });
/** 15:00 to 17:00 every day. */
export const afternoon = [{ TimeRanges: [{ Start: '15:00', End: '17:00' }] }];
