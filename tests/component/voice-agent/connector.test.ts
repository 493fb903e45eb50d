import { createServer } from 'node:https';
import { createStreamAgent } from '../../../shared/adapters/voice-agent/media-streams/agent';
import {
  createAgentConnector,
  type AgentConnectorOptions,
} from '../../../shared/adapters/voice-agent/media-streams/connector';
import { AgentRefusedError } from '../../../shared/domain/call/agent-errors';
import { startBot, type Bot, type BotOptions } from '../../support/agent-bot';
import { receiverCertificate } from '../../support/receiver-certificate';
import { until } from '../../support/until';
import { voiceLeg } from '../../support/voice-leg';

const local: AgentConnectorOptions = { allowedCidrs: ['127.0.0.0/8'], allowedPorts: 'any' };

describe('a connection to a voice agent', () => {
  const bots: Bot[] = [];
  afterEach(async () => {
    for (const bot of bots.splice(0)) await bot.close();
  });
  const start = async (options: BotOptions = {}): Promise<Bot> => {
    const bot = await startBot(options);
    bots.push(bot);
    return bot;
  };
  const refusal = async (url: string, options: AgentConnectorOptions = local, timeoutMs = 5_000): Promise<string> => {
    const opened = createAgentConnector(options).open({ url, headers: {} }, timeoutMs);
    const error: unknown = await opened.then(
      () => 'accepted',
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AgentRefusedError);
    return (error as Error).message.replace('The voice agent did not take the call: ', '');
  };

  it('is refused if the agent answers anything but a websocket, or nothing in time', async () => {
    for (const status of [500, 401, 302, 200]) {
      const bot = await start({ status: () => status });
      expect(await refusal(bot.url)).toBe(`It answered ${status} where a websocket was expected.`);
    }
    const hanging = await start({ status: () => 0 });
    expect(await refusal(hanging.url, local, 50)).toBe('It did not accept the connection within 0.05 s.');
    const gone = await start();
    await gone.close();
    expect(await refusal(bots.pop()?.url ?? '')).toBe('It refused the connection.');
  });

  it('leads to addresses that agents may have only, whatever their name resolves to', async () => {
    const bot = await start();
    const closed: AgentConnectorOptions = { allowedCidrs: [], allowedPorts: 'any' };
    const resolving = (address: string, options: AgentConnectorOptions = closed) => ({
      ...options,
      resolver: { resolve: () => Promise.resolve([address]) },
    });
    const secure = (host: string): string => `wss://${host}:${bot.port}/`;
    expect(await refusal(secure('127.0.0.1'), closed)).toContain('Agents may not be at 127.0.0.1.');
    const hidden = 'Its name does not resolve to an address that agents may have.';
    expect(await refusal(secure('localhost'), closed)).toBe(hidden);
    expect(await refusal(secure('agent.test'), resolving('127.0.0.1'))).toBe(hidden);
    expect(await refusal(secure('agent.test'), resolving('::ffff:10.0.0.1'))).toBe(hidden);
    // Unencrypted only in the networks of the operator.
    expect(await refusal('ws://agent.test', resolving('93.184.216.34', local))).toBe(hidden);
    expect(bot.connections).toEqual([]);
  });

  it('is encrypted, and the certificate is verified', async () => {
    const { key, cert } = receiverCertificate;
    const bot = await start({ server: createServer({ key, cert }) });
    const url = `wss://localhost:${bot.port}/agent`;
    expect(await refusal(url)).toBe('Its TLS certificate or handshake is not valid.');
    const peer = await createAgentConnector({ ...local, ca: cert }).open({ url, headers: { 'x-key': 'a' } }, 5_000);
    expect((await bot.connected()).headers).toMatchObject({ 'x-key': 'a' });
    peer.leave();
  });

  describe('by TwimlURL', () => {
    const call = (agent: Record<string, unknown>) => ({
      orgId: 'org_1',
      jobId: 'job_1',
      callId: 'call_1',
      from: '+14155550100',
      to: '+14155550123',
      data: {},
      metadata: {},
      agent,
    });
    const stream = (url: string): string =>
      `<Response><Connect><Stream url="${url}"><Parameter name="conversation_id" value="c-1"/></Stream></Connect></Response>`;
    const agent = createStreamAgent({
      connector: createAgentConnector(local),
      headers: { open: () => Promise.resolve({ 'x-api-key': 'secret' }) },
    });

    it('leads to the stream that the answer names, with its parameters', async () => {
      const forms: Record<string, string>[] = [];
      const bot: Bot = await start({
        twiml: (form, headers) => {
          forms.push(Object.fromEntries(form));
          expect(headers).toMatchObject({
            'x-api-key': 'secret',
            'content-type': 'application/x-www-form-urlencoded',
          });
          return { status: 200, body: stream(bot.url) };
        },
      });
      const connected = await agent.connect?.(call({ TwimlURL: bot.twimlUrl }));
      const line = voiceLeg();
      const done = connected?.converse(line.leg, {
        onMessage: () => undefined,
        onCallback: () => undefined,
        onTransfer: () => undefined,
      });
      line.answer();
      const connection = await bot.connected();
      const { start: started } = await connection.next('start');
      expect(started).toMatchObject({
        callSid: forms[0]?.['CallSid'],
        accountSid: forms[0]?.['AccountSid'],
        customParameters: { conversation_id: 'c-1', from_number: '+14155550100' },
      });
      // A secret of the TwimlURL, not of the stream.
      expect(connection.headers).not.toHaveProperty('x-api-key');
      expect(forms).toMatchObject([{ From: '+14155550100', To: '+14155550123', Direction: 'outbound-api' }]);
      line.finish('contact_hung_up');
      await done;
      await until(
        () => bot.open(),
        (count) => count === 0,
      );
    });

    it.each<[NonNullable<BotOptions['twiml']>, string]>([
      [() => ({ status: 500, body: '' }), 'Its TwimlURL answered 500.'],
      [() => ({ status: 200, body: '<Response><Say>Hi</Say></Response>' }), 'its TwimlURL answered wrongly'],
      [() => ({ status: 200, body: ' '.repeat(70_000) }), 'is too long'],
      [() => ({ status: 200, body: stream('wss://10.0.0.1/') }), 'Agents may not be at 10.0.0.1.'],
      [() => ({ status: 200, body: stream('https://example.com/') }), 'Expected a full URL such as "wss:'],
    ])('is refused if the answer is anything else', async (twiml, why) => {
      const bot = await start({ twiml });
      await expect(agent.connect?.(call({ TwimlURL: bot.twimlUrl }))).rejects.toThrow(why);
      await expect(agent.connect?.(call({ TwimlURL: bot.twimlUrl }))).rejects.toBeInstanceOf(AgentRefusedError);
    });
  });
});
