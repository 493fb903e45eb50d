import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createOutdialClient, OutdialError } from '@outdial/client';

const unavailable = () => new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } });

describe('the client in a page of the service', () => {
  it('sends no key, so that the browser signs in by its cookie', async () => {
    const requests: Request[] = [];
    const client = createOutdialClient({
      baseUrl: 'http://outdial.test',
      fetch: (request) => {
        requests.push(request);
        return Promise.resolve(new Response('{"Calls":[]}', { headers: { 'content-type': 'application/json' } }));
      },
    });
    for await (const call of client.calls.running()) expect(call).toBeUndefined();
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([null]);
    expect(client.calls.audio({ campaignID: 'c', jobID: 'j', callID: 'k' }, 'bot').headers).toEqual({});
  });

  it('still refuses an empty key, and one that would travel in clear', () => {
    expect(() => createOutdialClient({ baseUrl: 'https://outdial.test', apiKey: '' })).toThrow(TypeError);
    expect(() => createOutdialClient({ baseUrl: 'http://outdial.test', apiKey: 'k' })).toThrow('unencrypted');
  });

  it('ends its wait for a retry when the caller aborts, before and during it', async () => {
    const fetch = () => Promise.resolve(unavailable());
    const client = createOutdialClient({ baseUrl: 'https://outdial.test', fetch, random: () => 1 });
    const left = new AbortController();
    const asked = client.me({ signal: left.signal });
    // The first response has come by then, and the wait has begun.
    setImmediate(() => left.abort(new Error('left')));
    await expect(asked).rejects.toThrow('left');
    await expect(client.me({ signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  });

  it('waits between retries', async () => {
    let answers = 0;
    const fetch = () => Promise.resolve(answers++ === 0 ? unavailable() : new Response('{}', { status: 404 }));
    const client = createOutdialClient({ baseUrl: 'https://outdial.test', fetch, random: () => 0 });
    let hasWaited = false;
    setTimeout(() => (hasWaited = true), 240);
    await expect(client.me()).rejects.toThrow(OutdialError);
    expect([answers, hasWaited]).toEqual([2, true]);
  });

  it('uses nothing of Node, but for the verification of webhooks', () => {
    const source = resolve(__dirname, '../../../packages/client/src');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const using = files.filter((name) =>
      /from '(node:|crypto|timers)|\bBuffer\b|\bprocess\.(env|argv|version|nextTick)|NodeJS\./.test(
        readFileSync(join(source, name), 'utf8'),
      ),
    );
    expect(using).toEqual(['webhook.ts']);
  });
});
