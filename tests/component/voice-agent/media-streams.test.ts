import { mulaw } from '../../../shared/domain/audio/g711';
import { samplesOf } from '../../../shared/domain/audio/pcm';
import { agentOf, closeBots, join, openBot, plannedCall, talk } from '../../support/streamed-call';
import { until } from '../../support/until';

describe('a voice agent that speaks Twilio Media Streams', () => {
  afterEach(closeBots);

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

  it('hears the narrowband audio of a line as it is, and all other audio converted', async () => {
    const { line, connection } = await talk();
    const narrowband = Buffer.from(Int16Array.from({ length: 160 }, (_, i) => 8_000 * Math.sin(i / 4)).buffer);
    line.hear({ channel: 'user', startMs: 0, pcm: Buffer.alloc(640), narrowband });
    line.hear({ channel: 'user', startMs: 20, pcm: Buffer.alloc(640) });
    const media = await until(
      () => connection.received.filter(({ event }) => event === 'media'),
      ({ length }) => length === 2,
    );
    expect(media.map((message) => message.media?.payload)).toEqual([
      mulaw.encode(samplesOf(narrowband)).toString('base64'),
      Buffer.alloc(160, mulaw.silence).toString('base64'),
    ]);
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

  it('is left when the call is not dialed after all', async () => {
    const bot = await openBot();
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
