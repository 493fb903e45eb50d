import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type { AudioFrame } from '../../../shared/adapters/telephony/telephony';
import { bytesOf, frameMs, sampleBytes } from '../../../shared/domain/audio/format';
import { dial, passUntil, settle, tone, type TelephonySubject, type TestFramework } from './subject';

type Subject = () => TelephonySubject;
/** How much of what was written a phone may miss, or get besides, in ms: conversions of rates, and lossy codecs. */
const toleranceMs = 60;

/** Louder than silence and what a codec makes of it; a tone is so in nearly all of its samples. */
const loudSample = 300;
/** How much of the frames is not silence, in ms. A frame that a late write leaves incomplete counts by what it contains. */
const loudMsOf = (frames: readonly AudioFrame[]): number =>
  frames.reduce((ms, { channel, pcm }) => {
    let loud = 0;
    for (let at = 0; at < pcm.length; at += sampleBytes) if (Math.abs(pcm.readInt16LE(at)) > loudSample) loud++;
    return ms + (loud * sampleBytes * frameMs) / bytesOf(channel, frameMs);
  }, 0);

/** What both sides hear. */
export function describeAudio({ describe, it }: TestFramework, subject: Subject): void {
  describe('the audio of a call', () => {
    it('is frames of 20 ms of both sides, none missing, none before the answer', async () => {
      const { leg, frames, reach } = await dial(subject(), 'answers');
      await reach('ringing');
      equal(frames.length, 0);
      await reach('answered');
      const framesOf = (side: AudioFrame['channel']) => frames.filter(({ channel }) => channel === side);
      const areEnough = () => framesOf('user').length >= 25 && framesOf('bot').length >= 25;
      await passUntil(subject(), areEnough, 'there are 25 frames of both sides');
      await settle(subject(), leg.hangUp());
      for (const channel of ['user', 'bot'] as const) {
        const of = framesOf(channel);
        const first = of[0]?.startMs ?? 0;
        deepEqual(
          of.map(({ startMs }) => startMs),
          of.map((_, index) => first + index * frameMs),
        );
        ok(of.every(({ pcm }) => pcm.length === bytesOf(channel, frameMs)));
      }
    });

    it('is heard at the other end, what was written before the answer too, and is in our frames', async () => {
      const { leg, frames, request, reach } = await dial(subject(), 'answers');
      leg.voice.write(tone(200), 8_000);
      await reach('answered');
      leg.voice.write(tone(200), 8_000);
      equal(await settle(subject(), leg.voice.mark()), 'heard');
      await subject().pass(200);
      await settle(subject(), leg.hangUp());
      const heardMs = subject().peer.heardMs(request.attemptKey);
      // By frames, of which a late write leaves some incomplete; twice would be 800.
      ok(heardMs >= 400 - toleranceMs && heardMs < 700, `The phone got ${heardMs} ms.`);
      const oursMs = loudMsOf(frames.filter(({ channel }) => channel === 'bot'));
      ok(Math.abs(oursMs - 400) <= toleranceMs, `Our frames have ${oursMs} ms.`);
    });

    it('is dropped when it is cleared, with its marks', async () => {
      const { leg, request, reach } = await dial(subject(), 'answers');
      await reach('answered');
      leg.voice.write(tone(30_000), 8_000);
      const mark = leg.voice.mark();
      await subject().pass(100);
      leg.voice.clear();
      equal(await settle(subject(), mark), 'dropped');
      equal(leg.voice.queuedMs, 0);
      // What was on its way has arrived then.
      await subject().pass(200);
      const heardMs = subject().peer.heardMs(request.attemptKey);
      await subject().pass(500);
      ok(subject().peer.heardMs(request.attemptKey) - heardMs <= toleranceMs);
      await settle(subject(), leg.hangUp());
    });

    it('reaches its marks in order, and those that the call does not reach are dropped', async () => {
      const { leg, reach } = await dial(subject(), 'answers');
      await reach('answered');
      const order: string[] = [];
      for (const name of ['one', 'two']) {
        leg.voice.write(tone(100), 8_000);
        void leg.voice.mark().then((how) => order.push(`${name} ${how}`));
      }
      leg.voice.write(tone(60_000), 8_000);
      const last = leg.voice.mark();
      await passUntil(subject(), () => order.length === 2, 'both marks are heard');
      deepEqual(order, ['one heard', 'two heard']);
      await settle(subject(), leg.hangUp());
      deepEqual([await last, await leg.voice.mark()], ['dropped', 'dropped']);
      leg.voice.write(tone(100), 8_000);
      equal(leg.voice.queuedMs, 0);
    });
  });

  describe('keys', () => {
    it('of the contact are reported in order', async () => {
      const { events, leg } = await dial(subject(), 'presses_keys');
      await passUntil(subject(), () => events.filter(({ type }) => type === 'dtmf').length >= 3, 'three keys arrive');
      await settle(subject(), leg.hangUp());
      equal(events.flatMap((event) => (event.type === 'dtmf' ? [event.digit] : [])).join(''), '42#');
    });

    it('of ours arrive in order, and are reported', async () => {
      const { leg, reach, events, request } = await dial(subject(), 'answers');
      await reach('answered');
      await settle(subject(), Promise.all([leg.sendDtmf('1'), leg.sendDtmf('2w#')]));
      const sent = () => events.filter(({ type }) => type === 'dtmf_sent').length;
      const arrived = () => subject().peer.keys(request.attemptKey).length;
      await passUntil(subject(), () => sent() >= 3 && arrived() >= 3, 'three keys are sent and arrive');
      equal(events.flatMap((event) => (event.type === 'dtmf_sent' ? [event.digit] : [])).join(''), '12#');
      equal(subject().peer.keys(request.attemptKey), '12#');
      await settle(subject(), leg.hangUp());
    });

    it('that do not exist are refused, and nothing is sent', async () => {
      const { leg, reach, request } = await dial(subject(), 'answers');
      await reach('answered');
      await rejects(settle(subject(), leg.sendDtmf('1x')), RangeError);
      await settle(subject(), leg.hangUp());
      equal(subject().peer.keys(request.attemptKey), '');
    });
  });
}
