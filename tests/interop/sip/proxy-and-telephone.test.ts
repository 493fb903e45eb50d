import type { LegEvent } from '../../../shared/adapters/telephony/telephony';
import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { tone } from '../../conformance/telephony/subject';
import { baresipNumbers, startBaresip, type Baresip } from '../../support/peers/baresip';
import { findPeer, peersWithinMs } from '../../support/peers/find-peer';
import { proxyNumbers, startKamailio } from '../../support/peers/kamailio';
import { answersThroughProxy } from '../../support/peers/sip-scenarios';
import { fieldOf, requestsIn } from '../../support/peers/sipp-log';
import { startSipp } from '../../support/peers/sipp';
import { fullInterop } from '../../support/sizes';
import { until } from '../../support/until';
import { openLine, placeCall, requestTo, type Line } from './line';

const describeInFullSize = fullInterop ? describe : describe.skip;

describeInFullSize('a call through Kamailio', () => {
  let programs: { kamailio: InstalledProgram; sipp: InstalledProgram } | undefined;
  beforeAll(async () => {
    const [kamailio, sipp] = [await findPeer('kamailio'), await findPeer('sipp')];
    if (kamailio !== undefined && sipp !== undefined) programs = { kamailio, sipp };
  }, peersWithinMs);

  it('keeps to the route of the proxy in ACK and BYE', async () => {
    if (programs === undefined) return;
    const phone = await startSipp(programs.sipp, { name: 'behind a proxy', steps: answersThroughProxy });
    const proxy = await startKamailio(programs.kamailio, phone.port);
    const line = await openLine({ port: proxy.port });
    try {
      const { end } = await placeCall(line, { hangUp: 'answered' });
      expect(end).toMatchObject({ reason: 'assistant_hung_up', by: 'us' });
      expect(await phone.finished()).toEqual({ code: 0, errors: '' });
      for (const method of ['ACK', 'BYE'])
        // The top Via is the proxy's: the request came through it.
        expect(fieldOf(requestsIn(phone.messages(), method)[0]!, 'Via')).toContain(`127.0.0.1:${proxy.port}`);
    } finally {
      await line.close();
      await proxy.end();
      await phone.end();
    }
  });

  it('takes what the proxy itself answers', async () => {
    if (programs === undefined) return;
    const proxy = await startKamailio(programs.kamailio, 9);
    // A line of its own for each: a trunk that said `Retry-After` is left alone.
    const call = async (to: string) => {
      const line = await openLine({ port: proxy.port });
      return placeCall(line, { to }).finally(() => line.close());
    };
    try {
      expect(await call(proxyNumbers.limited)).toMatchObject({ refused: { retryAfterMs: 5_000 } });
      expect(await call(proxyNumbers.unavailable)).toMatchObject({ refused: { retryAfterMs: undefined } });
      expect(await call(proxyNumbers.moved)).toMatchObject({ refused: { retryAfterMs: undefined } });
      expect((await call(proxyNumbers.unwanted)).end).toMatchObject({ detail: 'unwanted', sip: { code: 607 } });
    } finally {
      await proxy.end();
    }
  });
});

describeInFullSize('a call to baresip', () => {
  let telephone: Baresip | undefined;
  let line: Line;
  beforeAll(async () => {
    const program = await findPeer('baresip');
    if (program === undefined) return;
    telephone = await startBaresip(program, tone(20_000));
    line = await openLine({ port: telephone.port });
  }, peersWithinMs);
  afterAll(async () => {
    if (telephone === undefined) return;
    await line.close();
    await telephone.end();
  });

  it('hears it, and it gets our keys', async () => {
    if (telephone === undefined) return;
    const heardBy = telephone;
    const leg = await line.provider.dial(requestTo(baresipNumbers.answers));
    const types: LegEvent['type'][] = [];
    let loudFrames = 0;
    leg.onAudio(({ channel, pcm }) => {
      if (channel === 'user' && pcm.some((byte) => byte !== 0)) loudFrames++;
    });
    leg.onEvent(({ type }) => types.push(type));
    await until(
      () => types,
      (seen) => seen.includes('answered'),
    );
    await leg.sendDtmf('42');
    const keys = (): string =>
      [...heardBy.printed().matchAll(/received event: '(.)' \(end=1\)/g)].map(([, key]) => key).join('');
    await until(keys, (pressed) => pressed === '42');
    await until(
      () => loudFrames,
      (frames) => frames >= 25,
    );
    await leg.hangUp();
    expect(await leg.ended).toMatchObject({ reason: 'assistant_hung_up' });
  });

  it('is canceled while it rings, and refused when nothing has the number', async () => {
    if (telephone === undefined) return;
    const { end } = await placeCall(line, { to: baresipNumbers.rings, ringTimeoutMs: 700 });
    expect(end).toMatchObject({ detail: 'no_answer', by: 'us' });
    const { types } = await placeCall(line, { to: '+358401249999' });
    expect(types).not.toContain('ringing');
  });
});
