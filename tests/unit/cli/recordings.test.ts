import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outdial } from '../../support/command-line';

/** A server that names the call of every job. */
let server: Server;
let callId: string;
let base: string;
const start = process.cwd();
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'outdial-recordings-'));
  mkdirSync(join(base, 'here'));
  process.chdir(join(base, 'here'));
  server = createServer((request, response) => {
    if (request.url?.includes('/recordings/') === true) response.setHeader('content-type', 'audio/mpeg').end('audio');
    else
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ Data: { Calls: [{ ID: callId, Recordings: ['x'] }] } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  process.chdir(start);
  rmSync(base, { recursive: true, force: true });
  await new Promise((resolve) => server.close(resolve));
});

const download = (...flags: string[]) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { OUTDIAL_URL: url, OUTDIAL_API_KEY: 'k', OUTDIAL_CAMPAIGN: 'campaign_1' };
  return outdial(['recordings', 'get', 'job_1', ...flags], { env });
};
const files = (): string[] => readdirSync(base, { recursive: true, encoding: 'utf8' }).sort();

describe('outdial recordings get', () => {
  it('names the file after the call', async () => {
    callId = 'call_1';
    expect((await download()).code).toBe(0);
    expect(files()).toEqual(['here', 'here/call_1-merged.mp3']);
  });

  it.each(['../escaped', '/tmp/escaped', 'a/b', '..', '', 'a\u0000b', '.profile'])(
    'writes no file that the server chose: %j',
    async (id) => {
      callId = id;
      const { code, err } = await download();
      expect([code, files()]).toEqual([1, ['here']]);
      expect(err).toContain('--output');
    },
  );
});
