import type { Job, JobRequest } from './job';
import { noMetrics } from './metrics';

/** The fields that a client sets; the contract calls the number `ContactPhoneNumber`. */
export type NewJobRequest = Omit<JobRequest, 'PhoneNumber'> & { ContactPhoneNumber: string };

/** The fields that the service adds, most of them for the jobs of an import. */
type ServiceFields = Pick<Job, 'ImportID' | 'ConfigurationError' | 'AuditLogEntries'>;

/** The API starts the workflow right after it stores the job. */
const defaultStartGraceMs = 5_000;

type InitialJobFields = Pick<
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
>;

/** @param startGraceMs how long after its creation the sweeper starts a job that has no workflow */
const initialJobFields = (nowMs: number, startGraceMs = defaultStartGraceMs): InitialJobFields => ({
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

/** A job as it is stored first. */
export function newJob(
  { ContactPhoneNumber, TestJob, ...request }: NewJobRequest,
  ids: { id: string; orgId: string; campaignId: string },
  nowMs: number,
  { startGraceMs, ...added }: ServiceFields & { startGraceMs?: number } = {},
): Job {
  return {
    ...request,
    ...added,
    ...(TestJob === true ? { TestJob } : {}),
    PhoneNumber: ContactPhoneNumber,
    ID: ids.id,
    OrgID: ids.orgId,
    CampaignID: ids.campaignId,
    ...initialJobFields(nowMs, startGraceMs),
  };
}
