import { once } from 'node:events';
import { createServer } from 'node:net';
import { createMemorySipCallLog } from '../../../shared/adapters/telephony/sip/call-log';
import { testPort } from '../../support/ports';
import { until } from '../../support/until';
import { openLine, requestTo } from './line';

describe('a call of a lost worker', () => {
  it('is ended as soon as its trunk takes connections again', async () => {
    const port = await testPort();
    const log = createMemorySipCallLog();
    const { attemptKey, jobId, to } = requestTo('+358401234567');
    const target = { transport: 'tcp', host: '127.0.0.1', port } as const;
    const requestUri = `sip:${to}@127.0.0.1:${port};transport=tcp`;
    const via = 'SIP/2.0/TCP 127.0.0.1:9;branch=z9hG4bK-lost';
    const names = { from: '<sip:+358409876543@127.0.0.1>;tag=us', to: `<${requestUri}>`, callId: 'lost@outdial' };
    await log.begin(
      { attemptKey, jobId, atMs: Date.now() },
      { trunk: 'peer', target, requestUri, cseq: 1, via, route: [], overMs: Date.now() + 60_000, ...names },
    );
    const line = await openLine({ port, transport: 'tcp', log, limits: { closeMs: 100 } });
    const received: string[] = [];
    const server = createServer((socket) => {
      socket.on('data', (bytes) => received.push(bytes.toString()));
      socket.on('error', () => undefined);
    });
    try {
      await expect(line.provider.lookup(attemptKey)).rejects.toThrow('not confirmed');
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      const sent = await until(
        () => received.join(''),
        (text) => text.includes('\r\n\r\n'),
      );
      expect(sent.split('\r\n')[0]).toBe(`CANCEL ${requestUri} SIP/2.0`);
      expect(sent).not.toContain('INVITE sip:');
    } finally {
      await line.close();
      server.close();
    }
  });
});
