import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApi, type TestApi } from '../../support/api';
import { createSignInLink } from '../../../tools/dev-stack/console';
import { createWorkflowClientDouble } from './workflow-client-double';

const parent = mkdtempSync(join(tmpdir(), 'outdial-console-'));
const folder = join(parent, 'dist');
let api: TestApi;
let off: TestApi;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>console</title>');
  writeFileSync(join(folder, 'assets/main-1a2b.js'), 'export {};');
  writeFileSync(join(folder, '.9'), 'secret');
  writeFileSync(join(parent, '9.txt'), 'secret');
  const { workflows } = createWorkflowClientDouble();
  api = await startTestApi({ workflows, deps: { consoleFolder: folder } });
  off = await startTestApi({ workflows });
});
afterAll(async () => {
  rmSync(parent, { recursive: true });
  await Promise.all([api.stop(), off.stop()]);
});

interface Raw {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}
/** Sends the path as it is: `fetch` would resolve dots. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET', of = api): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(of.url);
    httpRequest({ hostname, port, path, headers, method }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => (text += chunk.toString()));
      res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, text }));
    })
      .once('error', reject)
      .end();
  });

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the console', () => {
  it('is where browsers are led that open the address; other clients still get the answer of the API', async () => {
    const led = await get('/', html);
    expect([led.status, led.headers.location]).toEqual([302, '/console/']);
    expect(led.headers.vary).toContain('Accept');
    expect((await get('/console', html)).headers.location).toBe('/console/');
    for (const accept of ['*/*', 'application/json']) expect((await get('/', { accept })).status).toBe(401);
    expect((await get('/', html, 'POST')).status).toBe(401);
  });

  it('answers the address of any page with the same document, which browsers revalidate', async () => {
    for (const path of ['/console/', '/console/campaigns/campaign_1/jobs?state=failed', '/console/live']) {
      const page = await get(path, html);
      expect([path, page.status, page.text]).toEqual([path, 200, expect.stringContaining('<title>console')]);
      expect(page.headers['cache-control']).toBe('no-cache');
      expect(page.headers['content-type']).toContain('text/html');
    }
    const { etag = '' } = (await get('/console/', html)).headers;
    expect((await get('/console/', { ...html, 'if-none-match': etag })).status).toBe(304);
  });

  it('is under a policy without exceptions', async () => {
    for (const path of ['/console/', '/console/assets/main-1a2b.js']) {
      const policy = (await get(path)).headers['content-security-policy'] ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|data:|\*|https?:/);
    }
  });

  it('has files that never change, and 404 for those that do not exist', async () => {
    const asset = await get('/console/assets/main-1a2b.js');
    expect([asset.status, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(asset.headers['content-type']).toContain('javascript');
    for (const path of [
      '/console/assets/main-old.js',
      '/console/favicon.ico',
      '/console/assets/',
      '/console/assets/x',
    ]) {
      const missing = await get(path, html);
      expect([path, missing.status, missing.headers['content-type']]).toEqual([
        path,
        404,
        expect.stringContaining('problem+json'),
      ]);
      expect(missing.headers['cache-control']).toBe('no-store');
    }
  });

  it('serves nothing outside of its folder, and no hidden file', async () => {
    const hostile = [
      '/console/../9.txt',
      '/console/%2e%2e/9.txt',
      '/console/..%2f9.txt',
      '/console/..%5c9.txt',
      '/console/assets/../../9.txt',
      '/console/assets/%2e%2e%2f%2e%2e%2f9.txt',
      '/console//9.txt',
      `/console/${join(parent, '9.txt')}`,
      `/console//${join(parent, '9.txt')}`,
      '/console/.9',
      '/console/%2e9',
      '/console/index.html%00.js',
      '/console/%',
      '/console/%c0%ae%c0%ae/9.txt',
    ];
    for (const path of hostile) {
      const { status, text } = await get(path, html);
      expect([path, text.includes('secret\n') || text === 'secret']).toEqual([path, false]);
      expect([path, [200, 400, 401, 403, 404].includes(status ?? 0)]).toEqual([path, true]);
      if (status === 200) expect(text).toContain('<title>console');
    }
  });

  it('takes no other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const refused = await get('/console/', {}, method);
      expect([method, refused.status, refused.headers.allow]).toEqual([method, 405, 'GET, HEAD']);
    }
    expect(await get('/console/', html, 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  it('is gone when it is off', async () => {
    for (const path of ['/', '/console/', '/console/assets/main-1a2b.js'])
      expect([path, (await get(path, html, 'GET', off)).status]).toEqual([path, 401]);
  });
});

it('is opened by a link that npm start prints', async () => {
  const link = await createSignInLink({ url: api.url, key: api.key });
  const ticket = /^http:\/\/127\.0\.0\.1:\d+\/console\/#ticket=(ticket_[\w-]{43})$/.exec(link ?? '')?.[1] ?? '';
  const signedIn = await get(`/session?ticket=${ticket}`, { 'sec-fetch-site': 'same-origin' }, 'POST');
  expect(signedIn.status).toBe(201);
  expect(await createSignInLink({ url: api.url, key: 'wrong' })).toBeUndefined();
});
