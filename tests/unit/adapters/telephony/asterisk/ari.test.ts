import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ariPath,
  AriNoAnswerError,
  AriUnreachableError,
  createAri,
  type Ari,
} from '../../../../../shared/adapters/telephony/asterisk/ari';

describe("Asterisk's REST interface", () => {
  let server: Server;
  let ari: Ari;
  let url: string;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  const seen: IncomingMessage[] = [];
  const access = { user: 'outdial', password: 'pass:word' };

  beforeEach(async () => {
    seen.length = 0;
    server = createServer((request, response) => {
      seen.push(request);
      handle(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    ari = createAri({ url: `${url}/pbx/`, ...access, timeoutMs: 300 });
  });
  afterEach(async () => {
    await ari.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('gets requests below its prefix, with credentials, and every answer is returned', async () => {
    handle = (_, response) => response.writeHead(409).end('{"message":"exists"}');
    const answer = await ari.request({
      method: 'POST',
      path: ariPath('channels', 'a/b'),
      query: { app: 'x y', no: undefined },
    });
    expect(answer).toEqual({ status: 409, body: { message: 'exists' } });
    expect(seen[0]?.url).toBe('/pbx/ari/channels/a%2Fb?app=x+y');
    expect(seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('outdial:pass:word').toString('base64')}`);
  });

  it.each([
    ['the connection breaks', (request: IncomingMessage) => request.socket.destroy()],
    ['no answer comes', () => undefined],
    ['the answer stops', (_: IncomingMessage, response: ServerResponse) => void response.writeHead(200).write('{')],
  ])('gets a request exactly once, and it is unknown what became of it, when %s', async (_, respond) => {
    handle = respond;
    const sending = ari.request({ method: 'POST', path: '/channels/a/dial' });
    await expect(sending).rejects.toThrow(AriNoAnswerError);
    expect(seen).toHaveLength(1);
  });

  it('surely gets nothing when it cannot be reached', async () => {
    const unreachable = createAri({ url: 'http://127.0.0.1:1', ...access });
    await expect(unreachable.request({ method: 'POST', path: '/x' })).rejects.toThrow(AriUnreachableError);
    await unreachable.close();
  });
});
