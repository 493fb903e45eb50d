import type { SuppressionBody, SuppressionUploadBody } from '../../../shared/contracts/suppression.schema';
import { startTestApi, type TestApi } from '../../support/api';
import type { Answer } from '../../support/requests';
import { expectProblem } from '../api/problem';
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
    return api.request('POST', base.replace(/(\?|$)/, '/bulk$1'), undefined, { raw, headers });
  };

  it('reports every number that hardly any job can have, and names the present spelling of former numbers', async () => {
    const rows = ['PhoneNumber', '+14155550101', '+5215555550123', '+15551234567', '+22997123456', '+999123456789'];
    const { body } = await send(rows.join('\n'));
    expect(body).toMatchObject({ RowsAdded: 3, RowsRefused: 2, RowsUnassigned: 2, UnassignedRows: [3, 5] });
    const added = await suppress({ PhoneNumber: '+15551234567' });
    expect(added).toMatchObject({ status: 200, body: { Warnings: [{ Pointer: '/PhoneNumber' }] } });
    expect((await suppress()).body).not.toHaveProperty('Warnings');
    expect(body.Refused).toMatchObject([
      { Row: 2, Column: 'PhoneNumber', Detail: expect.stringContaining('"+525555550123"') as string },
      { Row: 4, Column: 'PhoneNumber', Detail: expect.stringContaining('"+2290197123456"') as string },
    ]);
  });

  it('in national spelling suppresses the numbers that jobs have, by a default country alone, and says what each was read as', async () => {
    const text = 'PhoneNumber\n(415) 555-0131\n+1 (415) 555-0132\n+52 1 55 5555 0123\n';
    const unread = (await send(text)).body;
    expect(unread).toMatchObject({ RowsAdded: 1, RowsRefused: 2, RowsNormalized: 1 });
    expect(unread.Refused[0]).toMatchObject({ Row: 1, Value: '(415) 555-0131', Code: 'invalid_value' });
    expect(unread.Refused[0]?.Detail).toContain('DefaultCountry');
    // The spelling of a former numbering plan is not turned into another number.
    expect(unread.Refused[1]?.Detail).toContain('"+525555550123"');
    const { body } = await send(text, '/suppressions?default_country=US');
    expect(body).toMatchObject({ RowsAdded: 1, RowsPresent: 1, RowsRefused: 1, RowsNormalized: 2 });
    expect(body.Normalized).toEqual([
      { Row: 1, Column: 'PhoneNumber', Value: '(415) 555-0131', Number: '+14155550131' },
      { Row: 2, Column: 'PhoneNumber', Value: '+1 (415) 555-0132', Number: '+14155550132' },
    ]);
    expect((await api.request('GET', '/suppressions/+14155550131')).status).toBe(200);
    await api.request('PATCH', `/campaigns/${api.campaignId}`, { DefaultCountry: 'US' });
    expect((await send(text, inCampaign())).body).toMatchObject({ RowsAdded: 2, RowsNormalized: 2 });
  });

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
    const { Refused, RowsUnassigned, UnassignedRows, RowsNormalized, Normalized, ...counts } = body;
    expect(counts).toEqual({ Rows: 12, RowsAdded: 2, RowsExtended: 1, RowsPresent: 2, RowsRefused: 7 });
    expect([RowsUnassigned, UnassignedRows, RowsNormalized, Normalized]).toEqual([0, [], 0, []]);
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
    expectProblem(await send(`PhoneNumber\n${'1\n'.repeat(50_001)}`), 'too_many_rows');
    expect((await list()).Suppressions).toEqual([]);
  });
});
