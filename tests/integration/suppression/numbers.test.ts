import type { SuppressionBody } from '../../../shared/contracts/suppression.schema';
import { callId } from '../../../shared/domain/call/call-record';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

const { workflows, askedOf } = createWorkflowClientDouble();
const number = '+14155550142';
const hourMs = 3_600_000;

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi({ workflows });
});
afterEach(() => api.stop());

const suppress = (fields: object = {}, base = '/suppressions') =>
  api.request<SuppressionBody>('POST', base, { PhoneNumber: number, ...fields });
const makeJob = async (fields: object = {}, campaign = api.campaignId) => {
  const path = `/campaigns/${campaign}/jobs`;
  const { body } = await api.request<{ JobID: string }>(
    'POST',
    path,
    aJobBody({ ContactPhoneNumber: number, ...fields }),
  );
  const job = await api.request<{ Data: Record<string, unknown> }>('GET', `${path}/${body.JobID}`);
  return { id: body.JobID, path: `${path}/${body.JobID}`, data: job.body.Data };
};
const aCampaign = async (fields: object = {}) => {
  const body = { Name: 'Another', DefaultCallerID: '+14155550100', JitterSeconds: 0, ...fields };
  return (await api.request<{ CampaignID: string }>('POST', '/campaigns', body)).body.CampaignID;
};

describe('what is known of a number', () => {
  it('is shown over all campaigns: entries, facts, open jobs, and attempts against each limit', async () => {
    await api.request('PATCH', '/organization', { MaxAttemptsPerNumber: { Count: 5, Duration: '48h' } });
    const limited = await aCampaign({ MaxAttemptsPerNumber: { Count: 1, Duration: '24h' } });
    const called = await api.insertJob({ PhoneNumber: number, CampaignID: limited, State: 'completed', CallCount: 1 });
    const calledMs = Date.now() - hourMs;
    await api.insertCall(called, { ID: callId(called.ID, 1), State: 'ended', CreatedMS: calledMs, DialedMS: calledMs });
    const waiting = await makeJob({ Overrides: { Constraints: { MinCreationDelay: '10h' } } });
    await suppress({ Reason: 'legal' }, `/campaigns/${limited}/suppressions`);
    const { body } = await api.request<{ Suppressions: unknown[]; Limits: object[] }>('GET', `/numbers/${number}`);
    expect(body).toMatchObject({
      PhoneNumber: number,
      Type: 'subscriber',
      Country: 'US',
      TimeZones: ['America/Los_Angeles'],
      Allowed: true,
      Suppressions: [{ CampaignID: limited, Reason: 'legal' }],
      Jobs: [
        { JobID: waiting.id, CampaignID: api.campaignId, State: 'scheduled', NextCallMS: waiting.data['NextCallMS'] },
      ],
    });
    expect(body.Limits).toEqual([
      { Origin: 'organization', Count: 5, Duration: '48h', Attempts: 1 },
      {
        Origin: 'campaign',
        CampaignID: limited,
        Count: 1,
        Duration: '24h',
        Attempts: 1,
        OpensAt: new Date(calledMs + 24 * hourMs).toISOString(),
      },
    ]);
    await suppress({ Reason: 'complaint' });
    expect((await api.request('GET', `/numbers/${encodeURIComponent(number)}`)).body).toMatchObject({
      Allowed: false,
      Message: 'The number is suppressed in every campaign of the organization (complaint).',
    });
  });

  it('counts the jobs of each campaign as a search of the campaign finds them', async () => {
    const other = await aCampaign();
    for (const campaign of [api.campaignId, api.campaignId, other]) await makeJob({}, campaign);
    await makeJob({ ContactPhoneNumber: '+14155550143' });
    const { body } = await api.request<{ Campaigns: { CampaignID: string; JobsByState: Record<string, number> }[] }>(
      'GET',
      `/numbers/${number}`,
    );
    expect(body.Campaigns).toHaveLength(2);
    for (const { CampaignID, JobsByState } of body.Campaigns) {
      const path = `/campaigns/${CampaignID}/jobs/search?search=${encodeURIComponent(number)}`;
      const found = await api.request<{ Jobs: unknown[] }>('GET', path);
      expect(JobsByState).toEqual({ scheduled: found.body.Jobs.length });
    }
  });

  it('of which nothing is known is its facts, and why the policy refuses it', async () => {
    const { body } = await api.request('GET', '/numbers/+112911');
    expect(body).toMatchObject({ code: 'invalid_phone_number' });
    const special = await api.request('GET', '/numbers/+4407911123456');
    expect(special.body).toMatchObject({ Allowed: false, Jobs: [], Suppressions: [], Limits: [] });
  });

  it('is erased with every job of it, in requests of a hundred; its suppression stays', async () => {
    const jobs = [];
    for (let index = 0; index < 101; index++)
      jobs.push(await api.insertJob({ PhoneNumber: number, State: 'completed' }));
    const other = await api.insertJob({ PhoneNumber: '+14155550143', State: 'completed' });
    await suppress();
    const erase = async () => (await api.request('DELETE', `/numbers/${number}`)).body;
    expect(await erase()).toEqual({ Jobs: 100, More: true });
    expect(await erase()).toEqual({ Jobs: 1, More: false });
    expect(await erase()).toEqual({ Jobs: 0, More: false });
    for (const { ID } of jobs) {
      expect((await api.store.jobs.loadMetadata(ID))?.DeletionRequestedMS).toBeDefined();
      expect(askedOf(ID)).toContain('startErasure');
    }
    expect((await api.store.jobs.loadMetadata(other.ID))?.DeletionRequestedMS).toBeUndefined();
    const log = await api.request<{ AuditLogEntries: unknown[] }>('GET', `/audit-log?job=${jobs[0]?.ID}`);
    expect(log.body.AuditLogEntries).toMatchObject([{ Data: { Action: 'job.deletion_requested' } }]);
    expect((await api.request('GET', `/suppressions/${number}`)).status).toBe(200);
    expect((await api.request('GET', `/numbers/${number}`)).body).toMatchObject({ Jobs: [], Campaigns: [] });
  });
});
