import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectRefusal, send, upload, type UploadOptions } from './upload';

let api: TestApi;
const { workflows, asked } = createWorkflowClientDouble();
beforeAll(async () => {
  api = await startTestApi({ workflows });
}, 30_000);
afterAll(() => api.stop());
afterEach(async () => {
  const [imports, files] = await Promise.all(
    ['imports', 'import_files.files'].map((name) => api.mongo.db.collection(name).countDocuments()),
  );
  expect([imports, files, asked.length]).toEqual([0, 0, 0]);
});

const header = 'ContactPhoneNumber,ContactName,Metadata,TestJob';
const validRow = '+14155550123,Ann,,';

describe('a file that cannot be imported is rejected without side effects', () => {
  const files: [string, string | Uint8Array, UploadOptions, number, string, string | RegExp][] = [
    ['empty', '', {}, 400, 'invalid_file', 'The file is empty.'],
    ['of blank lines', '\r\n\n  \n', {}, 400, 'invalid_file', 'The file is empty.'],
    ['only a header', `${header}\r\n`, {}, 400, 'invalid_file', 'The file has no rows.'],
    ['NDJSON of blank lines', '\n\n', { type: 'application/x-ndjson' }, 400, 'invalid_file', 'The file is empty.'],
    [
      'an unknown column',
      `ContactPhoneNumber,Phone\n${validRow}`,
      {},
      400,
      'invalid_file',
      'Header: Phone: Unknown column.',
    ],
    [
      'a column of another case',
      `contactphonenumber\n${validRow}`,
      {},
      400,
      'invalid_file',
      'contactphonenumber: Unknown column',
    ],
    [
      'a duplicate column',
      `ContactPhoneNumber,ContactName,ContactName\n${validRow}`,
      {},
      400,
      'invalid_file',
      'ContactName: The column occurs in the header more than once.',
    ],
    [
      'a column without a name',
      `ContactPhoneNumber,,TestJob\n${validRow}`,
      {},
      400,
      'invalid_file',
      'Column 2 of the header has no name.',
    ],
    [
      'no phone number column',
      `ContactName\nAnn`,
      {},
      400,
      'invalid_file',
      'ContactPhoneNumber: The column is missing',
    ],
    ['no header', `+14155550123,Ann\n`, {}, 400, 'invalid_file', 'Unknown column'],
    ['an open quote in its header', `"ContactPhoneNumber\n${validRow}`, {}, 400, 'invalid_file', 'cannot be read.'],
    [
      'a column named __proto__',
      `ContactPhoneNumber,__proto__\n${validRow}`,
      {},
      400,
      'invalid_file',
      'Unknown column',
    ],
    [
      'Latin-1',
      Buffer.from(`${header}\n+14155550123,J\xfcrgen,,\n`, 'latin1'),
      {},
      400,
      'invalid_file',
      'not valid UTF-8',
    ],
    [
      'Latin-1 near the end',
      Buffer.from(`${header}\n${`${validRow}\n`.repeat(5_000)}\xfc`, 'latin1'),
      {},
      400,
      'invalid_file',
      'not valid UTF-8',
    ],
    [
      'UTF-16 without a byte order mark',
      Buffer.from(`${header}\n${validRow}`, 'utf16le'),
      {},
      400,
      'invalid_file',
      'NUL',
    ],
    [
      'half a UTF-16 character',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${header}\n`, 'utf16le'), Buffer.from([0x00, 0xd8])]),
      {},
      400,
      'invalid_file',
      'UTF-16',
    ],
    [
      'a workbook',
      'PK',
      { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name: 'a.xlsx' },
      415,
      'unsupported_upload',
      'Expected CSV',
    ],
    [
      'a text file with an unknown extension',
      validRow,
      { type: 'text/plain', name: 'contacts.txt' },
      415,
      'unsupported_upload',
      'Expected CSV',
    ],
  ];
  it.each(files)('%s', async (...[, content, options, status, code, says]) => {
    expectRefusal(await upload(api, content, options), status, code, says);
  });
});

describe('a malformed upload is rejected', () => {
  const csv = `${header}\n${validRow}`;
  it('with a part of another name', async () => {
    expectRefusal(await upload(api, csv, { part: 'upload' }), 400, 'invalid_upload', 'part named "file"');
  });
  it('with two files', async () => {
    const answer = await upload(api, csv, { extraParts: { file: { content: csv, name: 'b.csv' } } });
    expectRefusal(answer, 400, 'invalid_upload', /more than one file|too many parts/);
  });
  it('with fields beside the file', async () => {
    expectRefusal(await upload(api, csv, { extraParts: { Note: 'x' } }), 400, 'invalid_upload', 'fields beside');
  });
  it('without a file', async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nno file\r\n--b--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    expectRefusal(await send(api, body, { headers }), 400, 'invalid_upload', 'fields beside');
    expectRefusal(await send(api, '--b--\r\n', { headers }), 400, 'invalid_upload', /No file|malformed/);
  });
  it('that ends within a part', async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nContactPhone';
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    expectRefusal(await send(api, body, { headers }), 400, 'invalid_upload', 'truncated');
  });
  it('without a boundary', async () => {
    const answer = await send(api, csv, { headers: { 'content-type': 'multipart/form-data' } });
    expectRefusal(answer, 400, 'invalid_upload', 'malformed');
  });
  it.each(['application/json', 'text/csv', 'application/x-www-form-urlencoded'])('as %s', async (type) => {
    expectRefusal(
      await send(api, csv, { headers: { 'content-type': type } }),
      415,
      'unsupported_upload',
      'multipart/form-data',
    );
  });
  it('without a key, before the body is read', async () => {
    expectRefusal(await upload({ ...api, key: 'x'.repeat(30) }, csv), 401, 'unauthenticated', 'API key');
  });
  it('to a campaign of another organization', async () => {
    const other = await api.anotherCaller();
    expectRefusal(await upload({ ...api, jobs: other.jobs }, csv), 404, 'campaign_not_found', '');
  });
  it('with an unknown query parameter', async () => {
    expectRefusal(await upload(api, csv, { query: '?dryrun=1' }), 400, 'invalid_query', 'dryrun');
  });
});

describe('the first 20 rows are validated before the response', () => {
  it('and each error is reported with row, column, value and reason', async () => {
    const rows = [
      validRow,
      '12345,Ann,"{""a"":1}",',
      ',Bo,,',
      '+14155550123,Cy,{a:1},',
      '+14155550123,Di,,maybe',
      '+14155550123,Ed,"[1]",true',
    ];
    const answer = await upload(api, [header, ...rows].join('\n'));
    expectRefusal(answer, 400, 'invalid_rows', 'Row 2, ContactPhoneNumber: Expected an E.164 number');
    expect(
      answer.body.errors?.map(({ row, column, value, code, pointer }) => [row, column, value, code, pointer]),
    ).toEqual([
      [2, 'ContactPhoneNumber', '12345', 'invalid_value', '/2/ContactPhoneNumber'],
      [3, 'ContactPhoneNumber', '', 'missing_value', '/3/ContactPhoneNumber'],
      [4, 'Metadata', '{a:1}', 'invalid_json', '/4/Metadata'],
      [5, 'TestJob', 'maybe', 'invalid_value', '/5/TestJob'],
      [6, 'Metadata', '[1]', 'invalid_value', '/6/Metadata'],
    ]);
  });

  it('including the rules of the campaign and of the telephony provider', async () => {
    const lines = [
      { CallerID: '+14155559999' },
      { CampaignVariants: ['bold'] },
      { Overrides: { Constraints: { TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '17:00' }] }] } } },
      { Overrides: { Integrations: { simulator: { Scenario: 'unknown' } } } },
      { Metadata: { __service_RowID: 1 } },
      { Phone: '+14155550123' },
      { Overrides: { Redaction: { redact: ['name', 'shoe_size'] } } },
    ].map((fields) => JSON.stringify({ ContactPhoneNumber: '+14155550123', ...fields }));
    const answer = await upload(api, lines.join('\n'), { type: 'application/x-ndjson' });
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.map(({ row, column, code }) => [row, column, code])).toEqual([
      [1, 'CallerID', 'not_allowed_in_campaign'],
      [2, 'CampaignVariants/0', 'not_allowed_in_campaign'],
      [3, 'Overrides/Constraints/TimeZone', 'not_allowed_in_campaign'],
      [4, 'Overrides/Integrations/simulator/Scenario', 'not_allowed_in_campaign'],
      [5, 'Metadata/__service_RowID', 'invalid_value'],
      [6, 'Phone', 'unknown_field'],
      [7, 'Overrides/Redaction/redact/1', 'invalid_value'],
    ]);
  });

  it.each([
    ['not JSON', '{"ContactPhoneNumber":', 'invalid_json'],
    ['not an object', '["+14155550123"]', 'invalid_value'],
    [
      'nested deeply',
      `{"ContactPhoneNumber":"+14155550123","Metadata":{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`,
      'invalid_value',
    ],
    [
      'of a number that a double does not hold',
      '{"ContactPhoneNumber":"+14155550123","Metadata":{"ID":1546130668394913822}}',
      'invalid_value',
    ],
    [
      'too long',
      JSON.stringify({ ContactPhoneNumber: '+14155550123', Data: { Text: 'x'.repeat(300_000) } }),
      'row_too_large',
    ],
  ])('including a line that is %s', async (_name, line, code) => {
    const answer = await upload(api, `${JSON.stringify({ ContactPhoneNumber: '+14155550123' })}\n${line}`, {
      type: '',
      name: 'a.ndjson',
    });
    expect(answer.body.errors?.map((error) => [error.row, error.code])).toEqual([[2, code]]);
  });
});
