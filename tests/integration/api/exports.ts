import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Job } from '../../../shared/domain/job/job';
import { noMetrics } from '../../../shared/domain/job/metrics';
import type { TestApi } from '../../support/api';

/** Stores test jobs, which are not encrypted, to keep the setup fast. */
export async function storeJobs(
  api: Pick<TestApi, 'store'>,
  to: { orgId: string; campaignId: string },
  count: number,
  characters: number,
): Promise<void> {
  const job = (n: number): Job => ({
    ID: `job_${to.campaignId.slice(-12)}${String(n).padStart(20, '0')}`,
    OrgID: to.orgId,
    CampaignID: to.campaignId,
    PhoneNumber: '+14155550123',
    Overrides: {},
    State: 'completed',
    Sequence: 1,
    EventTimeMS: 1,
    CreatedMS: 1,
    UpdatedMS: 1,
    CampaignVersion: 1,
    Metrics: noMetrics,
    CallCount: 0,
    TestJob: true,
    Metadata: { Number: n, Filler: 'x'.repeat(characters) },
  });
  for (let from = 0; from < count; from += 1000) {
    const some = Array.from({ length: Math.min(1000, count - from) }, (_, n) => job(from + n));
    await api.store.jobs.insertMissing(some);
  }
}

/** Starts a download without reading its body. */
export const beginExport = (api: { url: string }, to: { jobs: string; key: string }): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${to.key}`, accept: 'application/x-ndjson' };
    httpRequest(`${api.url}${to.jobs}`, { headers, agent: false }, resolve).on('error', reject).end();
  });
