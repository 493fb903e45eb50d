import type { SuppressionBody, SuppressionUploadBody } from '../../../shared/contracts/suppression.schema';
import { callId } from '../../../shared/domain/call/call-record';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { insertKey } from '../../support/keys';
import type { Answer } from '../../support/requests';
import { expectProblem, pointersOf } from '../api/problem';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

const { workflows, askedOf } = createWorkflowClientDouble();
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

describe('a file', () => {
  const boundary = 'a-boundary-of-the-test';
  const send = (
    text: string | Buffer,
    base = '/suppressions',
    type = 'text/csv',
  ): Promise<Answer<SuppressionUploadBody>> => {
    const disposition = 'Content-Disposition: form-data; name="file"; filename="numbers.csv"';
    const head = [`--${boundary}`, disposition, `Content-Type: ${type}`, '', ''].join('\r\n');
    const raw = Buffer.concat([Buffer.from(head), Buffer.from(text), Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    return api.request('POST', `${base.replace(/(\?|$)/, '/bulk$1')}`, undefined, { raw, headers });
  };

  it('accounts for every row: added, extended, present, or refused with its number and reason', async () => {
    await suppress({ PhoneNumber: '+14155550102' });
    await suppress({ PhoneNumber: '+14155550103', Until: inAnHour() });
    const rows = [
      'PhoneNumber,Reason,Note,Until',
      '+14155550101,complaint,"Case 4711, by letter",',
      '+14155550102,,,',
      '+14155550103,,,',
      '',
      '+14155550101,,,',
      '0415 5550104,,,',
      '+4407911123456,,,',
      '+14155550105,because,,',
      `+14155550106,,,${inAnHour()}`,
      '+14155550107,,,2020-01-01T00:00:00Z',
      ',legal,,',
      '+14155550108,,"never closed,',
      '+14155550109,,,,more',
    ];
    const { status, body } = await send(rows.join('\r\n'));
    expect(status).toBe(200);
    const { Refused, ...counts } = body;
    expect(counts).toEqual({ Rows: 12, RowsAdded: 2, RowsExtended: 1, RowsPresent: 2, RowsRefused: 7 });
    expect(Refused.map(({ Row, Column, Code }) => [Row, Column, Code])).toEqual([
      [5, 'PhoneNumber', 'invalid_value'],
      [6, 'PhoneNumber', 'invalid_value'],
      [7, 'Reason', 'invalid_value'],
      [9, 'Until', 'invalid_value'],
      [10, 'PhoneNumber', 'missing_value'],
      [11, '', 'unbalanced_quote'],
      [12, '', 'too_many_cells'],
    ]);
    const stored = await api.request('GET', '/suppressions/+14155550101');
    expect(stored.body).toMatchObject({ Reason: 'complaint', Source: 'csv', Note: 'Case 4711, by letter' });
    const repeated = (await send(rows.join('\r\n'))).body;
    expect(repeated).toMatchObject({ Rows: 12, RowsAdded: 0, RowsExtended: 0, RowsPresent: 5, RowsRefused: 7 });
    const log = await api.request<{ AuditLogEntries: unknown[] }>('GET', '/audit-log?action=suppressions.uploaded');
    expect(log.body.AuditLogEntries).toHaveLength(2);
  });

  it('is stored in batches, each row once, in a campaign and with a reason for all', async () => {
    const numbers = Array.from({ length: 1_234 }, (_, index) => `+1415556${String(index).padStart(4, '0')}`);
    const { body } = await send(`PhoneNumber\n${numbers.join('\n')}\n`, `${inCampaign()}?reason=legal`);
    expect(body).toMatchObject({ Rows: 1_234, RowsAdded: 1_234, RowsRefused: 0 });
    expect(
      await api.mongo.db.collection('suppressions').countDocuments({ Reason: 'legal', CampaignID: api.campaignId }),
    ).toBe(1_234);
  });

  it('is refused as a whole without a header, rows, CSV, or with too many rows', async () => {
    expectProblem(await send('Phone\n+14155550101\n'), 'invalid_file');
    expectProblem(await send('PhoneNumber\n\n'), 'invalid_file');
    expectProblem(await send(Buffer.from([0xff, 0xfe, 0x00])), 'invalid_file');
    expectProblem(await send('{}', '/suppressions', 'application/x-ndjson'), 'unsupported_upload');
    expectProblem(await send(`PhoneNumber\n${'1\n'.repeat(100_001)}`), 'too_many_rows');
    expect((await list()).Suppressions).toEqual([]);
  });
});

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
    expect((await api.request('GET', `/numbers/%2B${number.slice(1)}`)).body).toMatchObject({
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
