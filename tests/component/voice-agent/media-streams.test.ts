import { createStreamAgent } from '../../../shared/adapters/voice-agent/media-streams/agent';
import { createAgentConnector } from '../../../shared/adapters/voice-agent/media-streams/connector';
import { streamLimits } from '../../../shared/adapters/voice-agent/media-streams/protocol';
import type { AgentReport } from '../../../shared/domain/call/agent-report';
import type { LLMMessage } from '../../../shared/domain/call/call';
import { startBot, type Bot, type BotOptions } from '../../support/agent-bot';
import { until } from '../../support/until';
import { voiceLeg } from '../../support/voice-leg';

/** Instead of minutes of speech. */
const smallBurst = 2 * streamLimits.pendingMarks;

const plannedCall = (agent: Record<string, unknown>) => ({
  orgId: 'org_1',
  jobId: 'job_1',
  callId: 'call_1',
  contactName: 'Ann',
  from: '+14155550100',
  to: '+14155550123',
  data: { FirstName: 'Ann' },
  metadata: { Source: 'test' },
  previousCallsSummary: 'Busy yesterday.',
  speechToText: { deepgram: { options: { language: 'en' } } },
  agent,
});

describe('a voice agent that speaks Twilio Media Streams', () => {
  const bots: Bot[] = [];
  afterEach(async () => {
    for (const bot of bots.splice(0)) await bot.close();
  });

  const agentOf = (pingIntervalMs?: number) =>
    createStreamAgent({
      connector: createAgentConnector({
        allowedCidrs: ['127.0.0.0/8'],
        allowedPorts: 'any',
        peer: { pingIntervalMs, messageBurst: smallBurst },
      }),
      headers: { open: () => Promise.resolve({ authorization: 'Bearer secret' }) },
    });

  /** Connects to a bot and joins a call that is not answered yet. */
  async function join(options: BotOptions = {}, settings: Record<string, unknown> = {}, pingIntervalMs?: number) {
    const bot = await startBot(options);
    bots.push(bot);
    const connected = await agentOf(pingIntervalMs).connect?.(plannedCall({ URL: bot.url, ...settings }));
    if (connected === undefined) throw new Error('The agent is reached by websocket.');
    const line = voiceLeg();
    const messages: LLMMessage[] = [];
    const reports: AgentReport[] = [];
    const requests: unknown[] = [];
    const done = connected
      .converse(line.leg, {
        onMessage: (message) => messages.push(message),
        onReport: (report) => reports.push(report),
        onCallback: (atMs) => requests.push(atMs),
        onTransfer: (request) => requests.push(request),
      })
      .then(
        () => 'done' as const,
        // As the caller does.
        (error: unknown) => {
          line.finish('assistant_hung_up');
          return (error as Error).message;
        },
      );
    return { bot, line, messages, reports, requests, done, connection: await bot.connected() };
  }

  /** As {@link join}, and the contact has answered. */
  async function talk(options: BotOptions = {}, settings: Record<string, unknown> = {}) {
    const joined = await join(options, settings);
    joined.line.answer();
    await joined.connection.next('start');
    return joined;
  }

  it('is connected before the phone rings, and gets the call when the contact answers, as from Twilio', async () => {
    const { line, connection, done } = await join({}, { Parameters: { greeting: 'Hello {{ContactName}}' } });
    expect(connection.headers).toMatchObject({ authorization: 'Bearer secret', 'user-agent': 'Outdial' });
    expect(connection.received).toEqual([]);
    line.answer();
    line.speak(1_000);
    line.speak(-1_000);
    line.emit({ type: 'dtmf', digit: '7', atMs: Date.now() });
    line.finish('contact_hung_up');
    expect(await done).toBe('done');
    const stop = await connection.next('stop');
    const [connected, start, ...rest] = connection.received;
    expect(connected).toEqual({ event: 'connected', protocol: 'Call', version: '1.0.0' });
    expect(start).toEqual({
      event: 'start',
      sequenceNumber: '1',
      streamSid: stop.streamSid,
      start: {
        accountSid: expect.stringMatching(/^AC[0-9a-f]{32}$/) as string,
        callSid: expect.stringMatching(/^CA[0-9a-f]{32}$/) as string,
        streamSid: stop.streamSid,
        tracks: ['inbound'],
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
        customParameters: { from_number: '+14155550100', to_number: '+14155550123', greeting: 'Hello Ann' },
        outdial: {
          JobID: 'job_1',
          CallID: 'call_1',
          ContactName: 'Ann',
          Data: { FirstName: 'Ann' },
          Metadata: { Source: 'test' },
          SST: { deepgram: { options: { language: 'en' } } },
          PreviousCallsSummary: 'Busy yesterday.',
        },
      },
    });
    expect(rest.map(({ event, sequenceNumber }) => [event, sequenceNumber])).toEqual([
      ['media', '2'],
      ['media', '3'],
      ['dtmf', '4'],
      ['stop', '5'],
    ]);
    expect(rest[1]?.media).toMatchObject({ track: 'inbound', chunk: '2', timestamp: '20' });
    expect(Buffer.from(rest[0]?.media?.payload ?? '', 'base64')).toHaveLength(160);
    expect(rest[2]).toMatchObject({ dtmf: { track: 'inbound_track', digit: '7' } });
    await until(
      () => connection.closed,
      (code) => code === 1000,
    );
  });

  it('plays media of any size, and gets its marks back once they are heard or cleared', async () => {
    const { line, connection } = await talk();
    connection.play(20);
    connection.play(5_000);
    connection.send({ event: 'mark', mark: { name: 'greeting' } });
    await until(
      () => line.written.length,
      (count) => count === 2,
    );
    expect(line.written.map(({ pcm, rate }) => [pcm.length, rate])).toEqual([
      [320, 8_000],
      [80_000, 8_000],
    ]);
    connection.send({ event: 'unknown' });
    await line.heard();
    expect(await connection.next('mark')).toMatchObject({ mark: { name: 'greeting' } });
    connection.send({ event: 'mark', mark: { name: 'second' } });
    connection.send({ event: 'clear' });
    await until(
      () => connection.received.at(-1)?.mark?.name,
      (name) => name === 'second',
    );
    expect(line.clears()).toBe(1);
  });

  it('reports the transcript and the outcome, presses keys, and hangs up after its last words', async () => {
    const { line, connection, messages, reports, requests, done } = await talk();
    connection.send({ event: 'outdial.message', role: 'assistant', content: 'Hello', start_ms: 10, end_ms: 500 });
    connection.send({ event: 'outdial.message', role: 'user', content: 'Do not call again' });
    connection.send({ event: 'outdial.output', data: { Confirmed: true } });
    connection.send({ event: 'outdial.opt_out' });
    connection.send({ event: 'outdial.callback', at: '2026-11-23T10:00:00+02:00' });
    connection.send({ event: 'outdial.transfer', to: 'sales' });
    connection.send({ event: 'outdial.dtmf', digits: '1w2' });
    connection.send({ event: 'outdial.end', reason: 'user_refusal' });
    await until(
      () => reports.length,
      (count) => count === 3,
    );
    expect(messages).toMatchObject([
      { role: 'assistant', content: 'Hello', start_ms: 10, end_ms: 500 },
      { role: 'user', content: 'Do not call again' },
    ]);
    expect(reports).toEqual([{ OutputData: { Confirmed: true } }, { OptOut: true }, { EndReason: 'user_refusal' }]);
    expect(requests).toEqual([Date.UTC(2026, 10, 23, 8), { to: 'sales' }]);
    expect(line.keys).toEqual(['1w2']);
    await line.heard();
    expect(await done).toBe('done');
    expect((await line.leg.ended).reason).toBe('assistant_hung_up');
  });

  it('ends the call when it closes the stream, also without a code', async () => {
    for (const code of [1000, undefined]) {
      const { line, connection, done, bot } = await talk();
      connection.socket.close(code);
      expect(await done).toBe('done');
      expect((await line.leg.ended).reason).toBe('assistant_hung_up');
      expect(bot.connections).toHaveLength(1);
      expect(line.subscriptions()).toBe(0);
    }
  });

  it('is connected again once when the stream breaks off, and the call goes on', async () => {
    const { line, bot, connection, done } = await talk();
    line.speak(1);
    connection.socket.close(1011);
    const second = await bot.connected(2);
    const start = await second.next('start');
    expect(start.streamSid).not.toBe(connection.received[1]?.streamSid);
    line.speak(1);
    expect((await second.next('media')).media).toMatchObject({ chunk: '1', timestamp: '0' });
    second.socket.close(1011);
    expect(await done).toBe('The voice agent closed the connection again (code 1011).');
    expect(bot.connections).toHaveLength(2);
    expect(line.subscriptions()).toBe(0);
  });

  it.each([503, 0])('fails when it breaks off and then answers %s, or not at all', async (status) => {
    let refuse = false;
    const { connection, done } = await talk({ status: () => (refuse ? status : undefined) });
    refuse = true;
    connection.socket.terminate();
    expect(await done).toBe('The voice agent closed the connection (code 1006) and did not accept another one.');
  });

  it('may break off while the phone rings', async () => {
    const { line, bot, connection } = await join();
    connection.socket.close(1000);
    const second = await bot.connected(2);
    line.answer();
    await second.next('start');
  });

  it('fails if it hangs: it does not answer pings', async () => {
    const { connection, done } = await join({ status: () => undefined }, {}, 30);
    // A socket that is not read answers no ping.
    connection.socket.pause();
    const second = await until(
      () => bots[0]?.connections[1],
      (found) => found !== undefined,
    );
    second?.socket.pause();
    expect(await done).toBe('The voice agent closed the connection again (code 1006).');
  });

  it.each<[string, (send: (text: string | Buffer) => void) => void, string]>([
    [
      'sends a message that is too long',
      (send) => send(JSON.stringify({ event: 'media', media: { payload: 'A'.repeat(streamLimits.messageBytes) } })),
      'The voice agent sent a message of more than 64 kB.',
    ],
    [
      'speaks nonsense',
      (send) => {
        for (const text of ['{', '[]', '"media"', '{"event":"media"}', '{"event":"outdial.dtmf","digits":1}'])
          for (let count = 0; count < streamLimits.malformedMessages / 5; count++) send(text);
      },
      'The voice agent sent 20 messages that are not understood.',
    ],
    [
      'sends binary messages',
      (send) => {
        for (let count = 0; count < streamLimits.malformedMessages; count++) send(Buffer.alloc(160));
      },
      'The voice agent sent 20 messages that are not understood.',
    ],
    [
      'floods',
      (send) => {
        for (let count = 0; count < 2 * smallBurst; count++) send('{"event":"x"}');
      },
      'The voice agent sent too many messages.',
    ],
    [
      'sends too many marks',
      (send) => {
        for (let count = 0; count <= streamLimits.pendingMarks; count++) send('{"event":"mark","mark":{"name":"m"}}');
      },
      'The voice agent sent too many marks.',
    ],
  ])('fails at once if it %s', async (_what, misbehave, message) => {
    const { connection, done, bot } = await talk();
    misbehave((text) => connection.socket.send(text));
    expect(await done).toBe(message);
    expect(bot.connections).toHaveLength(1);
    await until(
      () => bot.open(),
      (count) => count === 0,
    );
  });

  it('fails if it sends more audio than is kept', async () => {
    const { line, connection, done } = await talk();
    line.overflow(20);
    connection.play(20);
    expect(await done).toBe('The voice agent sent more audio ahead of its playback than is kept.');
  });

  it('is left when the call is not dialed after all', async () => {
    const bot = await startBot();
    bots.push(bot);
    const connected = await agentOf().connect?.(plannedCall({ URL: bot.url }));
    expect(connected?.isConnected).toBe(true);
    connected?.release();
    await until(
      () => bot.open(),
      (count) => count === 0,
    );
    expect(bot.connections[0]?.closed).toBe(1000);
    expect(connected?.isConnected).toBe(false);
  });
});
