import { join } from 'node:path';
import { createAgentReports } from '../../../activities/call/agent-reports';
import { streamLimits } from '../../../shared/adapters/voice-agent/media-streams/protocol';
import { createSupervisor } from '../../../tools/dev-stack/processes/supervisor';
import { closeBots, join as joinCall, openBot, smallBurst, talk } from '../../support/streamed-call';
import { until } from '../../support/until';

/** A call whose reports are stored as a worker does. */
async function reporting() {
  const stored: unknown[] = [];
  const deps = {
    store: { calls: { saveAgentReport: (_call: unknown, report: unknown) => Promise.resolve(stored.push(report)) } },
  };
  const writer = { write: (_kind: unknown, write: () => Promise<unknown>) => write().then(() => true) };
  const redaction = { report: (report: unknown) => Promise.resolve(report) };
  const reports = createAgentReports(deps as never, {} as never, { writer, redaction } as never);
  return { call: { stored }, ...(await talk({}, {}, reports.add)) };
}

describe('a voice agent that is broken', () => {
  afterEach(closeBots);

  it('fails if it hangs: it does not answer pings', async () => {
    const { connection, done, bot } = await joinCall({ status: () => undefined }, {}, { pingIntervalMs: 30 });
    // A socket that is not read answers no ping.
    connection.socket.pause();
    const second = await until(
      () => bot.connections[1],
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
      'sends more bytes than audio has, however few its messages are',
      (send) => {
        const media = JSON.stringify({ event: 'media', media: { payload: 'A'.repeat(47_000) } });
        for (let sent = 0; sent <= streamLimits.bytesBurst + streamLimits.bytesPerSecond * 60; sent += media.length) {
          send(media);
          send('{"event":"clear"}');
        }
      },
      'The voice agent sent more data than audio of the call can have.',
    ],
    [
      'sends a flood of text, which takes time to redact',
      (send) => {
        const content = '1 2 3 4 '.repeat(1_000);
        for (let sent = 0; sent <= streamLimits.textBurst; sent += content.length)
          send(JSON.stringify({ event: 'outdial.message', role: 'tool', content }));
      },
      'The voice agent sent more text than anyone can speak.',
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

  it('fails if it sends more keys than are sent in minutes', async () => {
    const { line, connection, done } = await talk();
    line.leg.sendDtmf = () => new Promise(() => undefined);
    for (let keys = 0; keys <= streamLimits.pendingKeys; keys += 100)
      connection.send({ event: 'outdial.dtmf', digits: '1'.repeat(100) });
    expect(await done).toBe('The voice agent sent too many keys.');
  });

  it('ends its own call, not the process, if its output is nested without end', async () => {
    const { call, connection, done } = await reporting();
    const depth = 15_000;
    for (let count = 0; count < streamLimits.malformedMessages; count++)
      connection.socket.send(`{"event":"outdial.output","data":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`);
    expect(await done).toBe('The voice agent sent 20 messages that are not understood.');
    expect(call.stored).toEqual([]);
  });

  it('fails alone if what it sent cannot be handled', async () => {
    const { line, connection, done } = await talk();
    line.leg.voice.clear = () => {
      throw new Error('A fault of ours.');
    };
    connection.send({ event: 'clear' });
    expect(await done).toBe('The voice agent sent a message that cannot be handled.');
  });

  it('fails if it sends more audio than is kept', async () => {
    const { line, connection, done } = await talk();
    line.overflow(20);
    connection.play(20);
    expect(await done).toBe('The voice agent sent more audio ahead of its playback than is kept.');
  });
});

describe('a worker that is killed in a call', () => {
  const supervisor = createSupervisor();
  afterAll(() => supervisor.stopAll(1_000));
  afterEach(closeBots);

  it('leaves no connection to its agent open', async () => {
    const bot = await openBot();
    const args = ['--import', 'tsx', join(__dirname, '../../support/join-call.ts'), bot.url];
    const worker = await supervisor.start({ command: process.execPath, args, env: process.env });
    const connection = await bot.connected();
    await connection.next('start');
    worker.kill();
    await until(
      () => bot.open(),
      (count) => count === 0,
    );
    expect(connection.received.map(({ event }) => event)).toEqual(['connected', 'start']);
  }, 60_000);
});
