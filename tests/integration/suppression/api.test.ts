import type { SuppressionBody } from '../../../shared/contracts/suppression.schema';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { insertKey } from '../../support/keys';
import { expectProblem, pointersOf } from '../api/problem';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

const { workflows } = createWorkflowClientDouble();
const number = '+14155550142';
const hourMs = 3_600_000;
const inAnHour = () => new Date(Date.now() + hourMs).toISOString();

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi({ workflows });
});
afterEach(() => api.stop());

const inCampaign = () => `/campaigns/${api.campaignId}/suppressions`;
const suppress = (fields: object = {}, base = '/suppressions') =>
  api.request<SuppressionBody>('POST', base, { PhoneNumber: number, ...fields });
const list = async (query = '', base = '/suppressions') =>
  (await api.request<{ Suppressions: SuppressionBody[]; NextAfter?: string }>('GET', `${base}${query}`)).body;
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

describe('a suppressed number', () => {
  it('is not called by a new job of any campaign: the job is made and has failed with a sentence', async () => {
    expect((await makeJob()).data).toMatchObject({ State: 'scheduled' });
    expect((await suppress({ Reason: 'complaint' })).status).toBe(201);
    for (const campaign of [api.campaignId, await aCampaign()]) {
      const { data, path } = await makeJob({}, campaign);
      expect(data).toMatchObject({
        State: 'failed',
        FailureReason: 'opted_out',
        FailureMessage:
          'No further call can be planned: The number is suppressed in every campaign of the organization (complaint).',
      });
      const { body } = await api.request('GET', `${path}/schedule`);
      expect(body).toMatchObject({ NextCallMS: null, Message: expect.stringContaining('suppressed') as string });
    }
    expect((await makeJob({ ContactPhoneNumber: '+14155550143' })).data).toMatchObject({ State: 'scheduled' });
  });

  it('is refused in a former spelling, which no job has, and looked up and removed in the present one only', async () => {
    const [former, present] = ['+5215555550123', '+525555550123'];
    const refused = await suppress({ PhoneNumber: former });
    expectProblem(refused, 'invalid_body');
    expect(refused.body).toMatchObject({
      errors: [{ pointer: '/PhoneNumber', detail: expect.stringContaining(present) as string }],
    });
    await suppress({ PhoneNumber: present });
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await api.request(method, `/suppressions/${former}`);
      expectProblem(answer, 'invalid_phone_number');
      expect(answer.body).toMatchObject({ detail: expect.stringContaining(present) as string });
    }
    expect((await makeJob({ ContactPhoneNumber: present })).data).toMatchObject({ FailureReason: 'opted_out' });
  });

  it('of one campaign is called by the others', async () => {
    expect((await suppress({}, inCampaign())).body).toMatchObject({ CampaignID: api.campaignId });
    expect((await makeJob()).data).toMatchObject({ State: 'failed', FailureReason: 'opted_out' });
    expect((await makeJob({}, await aCampaign())).data).toMatchObject({ State: 'scheduled' });
    expectProblem(await api.request('GET', `/suppressions/${number}`), 'suppression_not_found');
  });

  it('concerns no other organization', async () => {
    await suppress();
    const other = await api.anotherCaller();
    const made = await other.request<{ JobID: string }>('POST', other.jobs, aJobBody({ ContactPhoneNumber: number }));
    const { body } = await other.request('GET', `${other.jobs}/${made.body.JobID}`);
    expect(body).toMatchObject({ Data: { State: 'scheduled' } });
    expectProblem(await other.request('GET', `/suppressions/${number}`), 'suppression_not_found');
    expect((await other.request('DELETE', `/suppressions/${number}`)).body).toEqual({ Removed: false });
    expect((await makeJob()).data).toMatchObject({ State: 'failed' });
  });

  it('explains the jobs that wait for it, previews as failed, and can be called again once it is removed', async () => {
    const waiting = await makeJob();
    await suppress();
    const explained = await api.request<{ Gates: { Name: string }[] }>('GET', `${waiting.path}/schedule`);
    expect(explained.body.Gates[0]).toMatchObject({ Name: 'Suppression', Origin: 'organization', Satisfied: false });
    const preview = () =>
      api.request('POST', `/campaigns/${api.campaignId}/schedule-preview`, aJobBody({ ContactPhoneNumber: number }));
    expect((await preview()).body).toMatchObject({ State: 'failed', NextCallMS: null });
    expect((await api.request('DELETE', `/suppressions/${number}`)).body).toEqual({ Removed: true });
    expect((await preview()).body).toMatchObject({ State: 'scheduled' });
    expect((await makeJob()).data).toMatchObject({ State: 'scheduled' });
  });

  it('holds up to its end', async () => {
    let nowMs = Date.now();
    const timed = await startTestApi({ workflows, deps: { nowMs: () => nowMs } });
    try {
      const Until = new Date(nowMs + hourMs).toISOString();
      await timed.request('POST', '/suppressions', { PhoneNumber: number, Until });
      const stateOf = async () => {
        const made = await timed.request<{ JobID: string }>(
          'POST',
          timed.jobs,
          aJobBody({ ContactPhoneNumber: number }),
        );
        const job = await timed.request<{ Data: { State: string } }>('GET', `${timed.jobs}/${made.body.JobID}`);
        return job.body.Data.State;
      };
      nowMs += hourMs - 1;
      expect(await stateOf()).toBe('failed');
      nowMs += 1;
      expect(await stateOf()).toBe('scheduled');
      expectProblem(await timed.request('GET', `/suppressions/${number}`), 'suppression_not_found');
    } finally {
      await timed.stop();
    }
  });
});

describe('adding', () => {
  it('twice keeps the entry that holds longer', async () => {
    const first = await suppress({ Until: inAnHour(), Note: 'On holiday' });
    expect(first).toMatchObject({ status: 201, body: { Reason: 'opted_out', Source: 'api', Note: 'On holiday' } });
    const stricter = await suppress({ Reason: 'legal', Source: 'cli' });
    expect(stricter).toMatchObject({ status: 200, body: { ID: first.body.ID, Reason: 'legal', Source: 'cli' } });
    expect(stricter.body).not.toHaveProperty('Until');
    const looser = await suppress({ Until: inAnHour() });
    expect(looser).toMatchObject({ status: 200, body: stricter.body });
    expect((await list()).Suppressions).toEqual([stricter.body]);
  });

  it.each<[string, object, string[]]>([
    ['no number', { PhoneNumber: undefined }, ['/PhoneNumber']],
    ['a number that is not E.164', { PhoneNumber: '0415 5550142' }, ['/PhoneNumber']],
    ['a spelling that no job has', { PhoneNumber: '+4407911123456' }, ['/PhoneNumber']],
    ['an unknown reason', { Reason: 'because' }, ['/Reason']],
    ['an end in the past', { Until: '2020-01-01T00:00:00Z' }, ['/Until']],
    ['an end without an offset', { Until: '2027-01-01T00:00:00' }, ['/Until']],
    ['a note that is too long', { Note: 'x'.repeat(501) }, ['/Note']],
    ['a source that only the service names', { Source: 'call' }, ['/Source']],
    ['an unknown field', { Number: number }, ['/Number']],
  ])('is refused with %s', async (_what, fields, pointers) => {
    const answer = await suppress(fields);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual(pointers);
    expect((await list()).Suppressions).toEqual([]);
  });

  it('is refused in a campaign that does not exist, and for a malformed number in the path', async () => {
    expectProblem(await suppress({}, '/campaigns/campaign_none/suppressions'), 'campaign_not_found');
    for (const method of ['GET', 'DELETE'])
      for (const path of ['/suppressions', inCampaign(), '/numbers'])
        expectProblem(await api.request(method, `${path}/0415`), 'invalid_phone_number');
  });

  it('and removing are audited, without the number', async () => {
    const { body } = await suppress({ Reason: 'legal' }, inCampaign());
    await api.request('DELETE', `${inCampaign()}/${number}`);
    await api.request('DELETE', `${inCampaign()}/${number}`);
    const log = await api.request<{ AuditLogEntries: { Data: object }[] }>('GET', '/audit-log');
    const target = { SuppressionID: body.ID, CampaignID: api.campaignId };
    expect(log.body.AuditLogEntries.map(({ Data }) => Data)).toMatchObject([
      { Action: 'suppression.removed', ...target, Details: { Reason: 'legal', Source: 'api' } },
      { Action: 'suppression.added', ...target, Details: { Reason: 'legal' } },
    ]);
    expect(JSON.stringify(log.body)).not.toContain(number.slice(1));
  });

  it('repeated with its Idempotency-Key gets the first response', async () => {
    const headers = { 'Idempotency-Key': 'opt-out-4711' };
    const body = { PhoneNumber: number };
    const first = await api.request('POST', '/suppressions', body, { headers });
    const repeated = await api.request('POST', '/suppressions', body, { headers });
    expect(repeated).toMatchObject({ status: 201, body: first.body });
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('keys', () => {
  it('need the scope of each operation: one that adds can neither list nor remove', async () => {
    const adder = await insertKey(api, { Scopes: ['suppressions:add'] });
    expect((await adder.request('POST', '/suppressions', { PhoneNumber: number })).status).toBe(201);
    expectProblem(await adder.request('GET', '/suppressions'), 'forbidden');
    expectProblem(await adder.request('DELETE', `/suppressions/${number}`), 'forbidden');
    expectProblem(await adder.request('GET', `/numbers/${number}`), 'forbidden');
  });

  it('that may not read entries learn neither who added one nor its note', async () => {
    const added = await suppress({ Note: 'Asked by letter.' });
    expect(added.body).toMatchObject({ Note: 'Asked by letter.', KeyID: expect.any(String) as string });
    const shown = ['CreatedAt', 'ID', 'Reason', 'Source'];
    const adder = await insertKey(api, { Scopes: ['suppressions:add'] });
    const again = await adder.request<object>('POST', '/suppressions', { PhoneNumber: number });
    expect(again.status).toBe(200);
    expect(Object.keys(again.body).sort()).toEqual(shown);
    const reader = await insertKey(api, { Scopes: ['jobs:read'] });
    const known = await reader.request<{ Suppressions: object[] }>('GET', `/numbers/${number}`);
    expect(known.body.Suppressions.map((entry) => Object.keys(entry).sort())).toEqual([shown]);
  });

  it('that are limited to a campaign suppress in that campaign only', async () => {
    const limited = await insertKey(api, { CampaignIDs: [api.campaignId] });
    expect((await limited.request('POST', inCampaign(), { PhoneNumber: number })).status).toBe(201);
    expectProblem(await limited.request('POST', '/suppressions', { PhoneNumber: number }), 'forbidden');
    expectProblem(await limited.request('GET', `/numbers/${number}`), 'forbidden');
  });
});

describe('a list', () => {
  it('has every entry once, newest first, in pages that go on behind a removed entry', async () => {
    const numbers = Array.from({ length: 5 }, (_, index) => `+1415555015${index}`);
    for (const PhoneNumber of numbers) await suppress({ PhoneNumber });
    await suppress({ PhoneNumber: '+14155550199' }, inCampaign());
    const all = (await list()).Suppressions.map(({ ID }) => ID);
    expect(all).toHaveLength(6);
    const first = await list('?limit=2');
    await api.request('DELETE', `/suppressions/${numbers[4]}`);
    const second = await list(`?limit=3&after=${first.NextAfter}`);
    const third = await list(`?limit=3&after=${second.NextAfter}`);
    expect([first, second, third].flatMap(({ Suppressions }) => Suppressions.map(({ ID }) => ID))).toEqual(all);
    expect(third.NextAfter).toBeUndefined();
    const { headers } = await api.request('GET', '/suppressions?limit=2&reason=opted_out');
    expect(headers.get('link')).toMatch(/suppressions\?reason=opted_out&limit=2&after=\d+-suppression_[0-9a-f]+>/);
    expectProblem(await api.request('GET', '/suppressions?after=x'), 'invalid_query');
  });

  it('is filtered by reason and campaign', async () => {
    await suppress({ Reason: 'legal' });
    await suppress({ Reason: 'complaint' }, inCampaign());
    const reasons = async (query: string, base?: string) =>
      (await list(query, base)).Suppressions.map(({ Reason }) => Reason);
    expect(await reasons('')).toHaveLength(2);
    expect(await reasons('?reason=legal')).toEqual(['legal']);
    expect(await reasons(`?campaign=${api.campaignId}`)).toEqual(['complaint']);
    expect(await reasons('', inCampaign())).toEqual(['complaint']);
    expect(await reasons('?reason=legal', inCampaign())).toEqual([]);
  });
});
