import { readFileSync } from 'node:fs';
import { documentFile } from '../../../shared/adapters/api-document';
import { startTestApi, type TestApi } from '../../support/api';
import { anonymousRequest } from '../../support/requests';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem } from './problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

describe('GET /openapi.json', () => {
  it('serves the checked-in document without a key', async () => {
    const { status, headers, body } = await anonymousRequest(api.url)('GET', '/openapi.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(body).toEqual(JSON.parse(readFileSync(documentFile, 'utf8')));
  });

  it('is not sent again to a client that has it', async () => {
    const ask = anonymousRequest(api.url);
    const etag = (await ask('HEAD', '/openapi.json')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await ask('GET', '/openapi.json', undefined, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, etag]);
    const other = await ask('GET', '/openapi.json', undefined, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });
});

describe('/docs', () => {
  it('lets a browser load only its own files', async () => {
    const page = await fetch(`${api.url}/docs`);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files).toHaveLength(3);
    for (const path of files) {
      const file = await fetch(api.url + path);
      expect({ path, status: file.status, empty: (await file.text()) === '' }).toEqual({
        path,
        status: 200,
        empty: false,
      });
    }
    expect(html).not.toMatch(/https?:/);
  });

  it('answers HEAD, and no other method', async () => {
    const head = await fetch(`${api.url}/docs`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expectProblem(await anonymousRequest(api.url)('POST', '/docs'), 'method_not_allowed');
  });
});
