import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectRefusal, upload } from './upload';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
}, 30_000);
afterAll(() => api.stop());

const header = 'ContactPhoneNumber,ContactName,Metadata,TestJob';
const validRow = '+14155550123,Ann,,';

describe('a file of 10 MB', () => {
  const bytes = 10 * 1024 * 1024;
  const sized = (size: number): Buffer => Buffer.alloc(size, `12345\n`);
  it('is accepted up to the exact limit, and one more byte is 413', async () => {
    // The accepted file is validated: here its rows are rejected.
    const content = (size: number): Buffer => Buffer.concat([Buffer.from('ContactPhoneNumber\n'), sized(size - 19)]);
    expectRefusal(await upload(api, content(bytes)), 400, 'invalid_rows', 'Row 1');
    expectRefusal(await upload(api, content(bytes + 1)), 413, 'file_too_large', '10485760 bytes');
    expectRefusal(await upload(api, content(3 * bytes)), 413, 'file_too_large', '10485760 bytes');
  }, 20_000);
});

describe('?dry_run=1', () => {
  it('validates every row and creates nothing', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => (index % 100 === 99 ? '99,,,' : validRow));
    const answer = await upload(api, [header, ...rows].join('\n'), { query: '?dry_run=1' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ DryRun: true, Rows: 2_000, RowsValid: 1_980, RowsInvalid: 20 });
    expect(answer.body.Errors).toHaveLength(20);
    expect(answer.body.Errors?.[0]).toMatchObject({
      Row: 100,
      Column: 'ContactPhoneNumber',
      Value: '99',
      Code: 'invalid_value',
    });
  });
});

describe('Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'a-key' };
  const file = `${header}\n${validRow}`;
  it('returns the same import for the same file, however often it is sent, even concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(api, file, { headers })));
    // A request concurrent with the first, or beyond the upload limit, must retry.
    expect(answers.every(({ status }) => [202, 409, 503].includes(status))).toBe(true);
    const again = await upload(api, file, { headers });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    const ids = new Set(answers.filter(({ status }) => status === 202).map(({ body }) => body.ImportID));
    expect([...ids]).toEqual([again.body.ImportID]);
    expect(await api.mongo.db.collection('imports').countDocuments()).toBe(1);
    expect(await api.mongo.db.collection('import_files.files').countDocuments()).toBe(1);
  });

  it('is rejected with another file, and independent in another organization', async () => {
    expectRefusal(
      await upload(api, `${file}\n${validRow}`, { headers }),
      422,
      'idempotency_key_reused',
      'a different request',
    );
    const mine = await api.anotherCaller();
    expect((await upload({ ...api, ...mine }, file, { headers })).status).toBe(202);
  });

  it('creates a separate import per upload if it is absent', async () => {
    const [one, other] = [await upload(api, file), await upload(api, file)];
    expect(one.body.ImportID).not.toBe(other.body.ImportID);
  });
});

describe('the stored data of an upload', () => {
  it('contains no number and no name in plain text', async () => {
    await upload(api, `${header}\n+14155550987,Josephine Secret,,`);
    for (const { name } of await api.mongo.db.listCollections().toArray()) {
      for (const document of await api.mongo.db.collection(name).find().toArray()) {
        const text = JSON.stringify(document, (_key, value: unknown) => {
          const bytes = value as { type?: string; data?: number[] } | null;
          return bytes?.type === 'Buffer' ? Buffer.from(bytes.data ?? []).toString('latin1') : value;
        });
        expect(text).not.toMatch(/4155550987|Josephine/);
      }
    }
  });
});
