import { mulaw } from '../../../shared/domain/audio/g711';
import type { LegEvent } from '../../../shared/adapters/telephony/telephony';
import type { AsteriskProgram } from '../../../tools/dev-stack/obtain/asterisk';
import {
  carrierNumbers,
  findAsteriskCarrier,
  startAsteriskCarrier,
  type AsteriskCarrier,
} from '../../support/peers/asterisk-carrier';
import { peersWithinMs } from '../../support/peers/find-peer';
import { fullInterop } from '../../support/sizes';
import { until } from '../../support/until';
import { openLine, placeCall, requestTo, type Line, type LineOptions } from './line';

const describeInFullSize = fullInterop ? describe : describe.skip;

describeInFullSize('a call to Asterisk', () => {
  let program: AsteriskProgram | undefined;
  let asterisk: AsteriskCarrier;
  const lines: Line[] = [];
  beforeAll(async () => {
    program = await findAsteriskCarrier();
    if (program !== undefined) asterisk = await startAsteriskCarrier(program);
  }, peersWithinMs);
  afterEach(() => Promise.all(lines.splice(0).map((line) => line.close())));
  afterAll(() => (program === undefined ? undefined : asterisk.end()));

  const itWithAsterisk = (name: string, body: () => Promise<void>): void =>
    it(name, async () => {
      if (program !== undefined) await body();
    });
  async function open(options: Partial<LineOptions> = {}): Promise<Line> {
    const line = await openLine({ port: asterisk.port, ...options });
    lines.push(line);
    return line;
  }
  const secure = (): Partial<LineOptions> => ({
    ...{ port: asterisk.tlsPort, transport: 'tls', tls: { ca: asterisk.ca } },
    trunk: { SRTP: 'required' },
  });

  /** Speaks to the echo. @returns what was sent as the line carries it, and what came back */
  async function speakToEcho(line: Line): Promise<{ sent: Buffer; back: Buffer; end: string }> {
    const leg = await line.provider.dial(requestTo(carrierNumbers.echoes));
    const heard: Record<'user' | 'bot', Buffer[]> = { user: [], bot: [] };
    const isLoud = (frame: Buffer): boolean => frame.some((byte) => byte !== 0);
    leg.onAudio(({ channel, narrowband }) => heard[channel].push(narrowband ?? Buffer.alloc(320)));
    const events: LegEvent['type'][] = [];
    leg.onEvent(({ type }) => events.push(type));
    await until(
      () => events,
      (seen) => seen.includes('answered'),
    );
    leg.voice.write(sweep(1_000), 8_000);
    await leg.voice.mark();
    const spokenAt = heard.user.length;
    // The echo takes less than 800 ms.
    await until(
      () => heard.user.length,
      (frames) => frames >= spokenAt + 40,
    );
    await leg.hangUp();
    const sent = Buffer.concat(heard.bot.filter(isLoud));
    return { sent, back: Buffer.concat(heard.user), end: (await leg.ended).reason };
  }

  it.each([
    ['UDP', (): Partial<LineOptions> => ({})],
    ['TCP', (): Partial<LineOptions> => ({ transport: 'tcp' })],
    ['TLS and SRTP', secure],
  ])(
    'brings back over %s what was spoken, sample by sample',
    async (_, options) => {
      if (program === undefined) return;
      const line = await open(options());
      // A machine that is busy elsewhere brings a frame too late, and then another call is needed to compare all of them.
      await until(
        async () => {
          const { sent, back, end } = await speakToEcho(line);
          expect(end).toBe('assistant_hung_up');
          return { spokenMs: sent.length / 16, isEqual: back.includes(carried(sent)) };
        },
        ({ spokenMs, isEqual }) => isEqual && spokenMs >= 1_000,
        30_000,
      );
    },
    120_000,
  );

  itWithAsterisk('is refused over TLS when its certificate is not trusted, and nothing is sent', async () => {
    const line = await open({ ...secure(), tls: {} });
    expect(await placeCall(line, { to: carrierNumbers.echoes })).toMatchObject({ refused: {}, types: [] });
  });

  it.each([
    [17, 486, 'contact_busy', 'busy'],
    [1, 404, 'contact_did_not_answer', 'invalid_number'],
    [3, 404, 'assistant_error', 'no_route'],
    [19, 480, 'contact_did_not_answer', 'no_answer'],
    [21, 403, 'contact_did_not_answer', 'declined'],
    [22, 410, 'contact_did_not_answer', 'invalid_number'],
    [27, 502, 'assistant_error', 'line_failed'],
    [28, 484, 'contact_did_not_answer', 'invalid_number'],
    [34, 503, 'assistant_error', 'line_failed'],
    [38, 500, 'assistant_error', 'line_failed'],
  ])('that is refused with cause %i ends with %i: %s', async (cause, code, reason, detail) => {
    if (program === undefined) return;
    const { end } = await placeCall(await open(), { to: carrierNumbers.refuses(cause) });
    expect({ ...end, sip: end?.sip?.code }).toMatchObject({ q850: cause, sip: code, reason, detail });
  });

  itWithAsterisk('is canceled while it rings', async () => {
    const { end, types } = await placeCall(await open(), { to: carrierNumbers.rings, ringTimeoutMs: 700 });
    expect({ types, detail: end?.detail }).toEqual({ types: ['ringing', 'ended'], detail: 'no_answer' });
  });

  itWithAsterisk('reports early media before the answer', async () => {
    const { types } = await placeCall(await open(), { to: carrierNumbers.playsEarly, hangUp: 'answered' });
    expect(types).toEqual(['ringing', 'early_media', 'answered', 'ended']);
  });

  itWithAsterisk('acknowledges ringing that Asterisk wants to be acknowledged, and is answered', async () => {
    const strict = await startAsteriskCarrier(program!, { reliable: true });
    const line = await openLine({ port: strict.port });
    try {
      const { end, types } = await placeCall(line, { to: carrierNumbers.ringsAndEchoes, hangUp: 'answered' });
      expect({ types, reason: end?.reason }).toEqual({
        ...{ types: ['ringing', 'answered', 'ended'], reason: 'assistant_hung_up' },
      });
      expect(strict.printed()).toMatch(/Require: .*100rel/);
      expect(strict.printed()).toMatch(/^PRACK sip:/m);
      expect(strict.printed().match(/^CSeq: \d+ PRACK$/gm)?.length).toBeGreaterThanOrEqual(2);
    } finally {
      await line.close();
      await strict.end();
    }
  });

  itWithAsterisk('exchanges keys both ways', async () => {
    const leg = await (await open()).provider.dial(requestTo(carrierNumbers.repeatsKeys));
    const keys: string[] = [];
    leg.onEvent((event) => {
      if (event.type === 'answered') void leg.sendDtmf('w58*9');
      if (event.type === 'dtmf') keys.push(event.digit);
    });
    await leg.ended;
    expect(keys.join('')).toBe('58*9');
  });

  itWithAsterisk('ends with what the contact did when Asterisk hangs up', async () => {
    const { end } = await placeCall(await open(), { to: carrierNumbers.hangsUp });
    expect(end).toMatchObject({ reason: 'contact_hung_up', by: 'contact', q850: 16 });
  });

  itWithAsterisk('is ended by another process, which it answers', async () => {
    const first = await open();
    for (const [to, type] of [
      [carrierNumbers.rings, 'ringing'],
      [carrierNumbers.echoes, 'answered'],
    ] as const) {
      const request = requestTo(to);
      const leg = await first.provider.dial(request);
      const types: string[] = [];
      leg.onEvent((event) => types.push(event.type));
      await until(
        () => types,
        (seen) => seen.includes(type),
      );
      const other = await open({ log: first.log });
      expect((await other.provider.lookup(request.attemptKey)).state).toBe('ended');
      // Asterisk has confirmed it to the other process; this one learns of it only while the call rings.
      if (type === 'ringing') expect(await leg.ended).toMatchObject({ by: 'line' });
      else await leg.hangUp();
    }
  });
});

/** What the line carries of 16-bit samples: mu-law. */
const carried = (pcm: Buffer): Buffer => {
  const samples = Int16Array.from({ length: pcm.length / 2 }, (_, index) => pcm.readInt16LE(index * 2));
  return Buffer.from(mulaw.decode(mulaw.encode(samples)).buffer);
};

/** A tone that rises, 16-bit at 8 kHz: no 20 ms of it are like others. */
function sweep(ms: number): Buffer {
  const pcm = Buffer.alloc(ms * 16);
  for (let i = 0; i * 2 < pcm.length; i++)
    pcm.writeInt16LE(Math.round(9_000 * Math.sin((300 + i / 10) * i * 0.0008)) | 1, i * 2);
  return pcm;
}
