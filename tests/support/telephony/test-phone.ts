import { dtmfTiming, type DtmfDigit } from '../../../shared/domain/call/dtmf';
import { createMediaSessions } from '../../../shared/adapters/telephony/sip/rtp/session';
import type { MediaSession } from '../../../shared/adapters/telephony/sip/rtp/types';
import { readOffer, writeAnswer } from '../../../shared/adapters/telephony/sip/sdp/offer';
import type { UasCall } from './test-uas';

/** A phone that answers: it plays a tone, and notes what it hears. */
export interface TestPhone {
  /** Answers the call with audio. */
  answer(call: UasCall): Promise<void>;
  press(call: UasCall, digits: readonly DtmfDigit[]): Promise<void>;
  /** Audio other than silence that the phone of a call got, in ms. */
  heardMs(callId: string): number;
  /** The keys that it got. */
  keys(callId: string): string;
  close(): Promise<void>;
}

interface Heard {
  media: MediaSession;
  ms: number;
  keys: string;
  pacer: NodeJS.Timeout;
}

const frameMs = 20;
/** Beyond what G.711 makes of silence. */
const silenceLevel = 100;

const tone = Buffer.alloc(320);
for (let i = 0; i < 160; i++) tone.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 400 * i) / 8_000)), i * 2);

export function createTestPhone(): TestPhone {
  const sessions = createMediaSessions({ host: '127.0.0.1', ports: [0, 0] });
  const phones = new Map<string, Heard>();
  return {
    answer: async (call) => {
      const media = await sessions.open();
      const abilities = { codecs: ['PCMU', 'PCMA'] as const };
      const local = { ...abilities, address: '127.0.0.1', rtpPort: media.localPort, sessionId: '1', version: 1 };
      const offer = readOffer(call.invite.body, abilities);
      const startedMs = performance.now();
      let positionMs = 0;
      const pacer = setInterval(() => {
        for (; positionMs <= performance.now() - startedMs; positionMs += frameMs) media.write(tone, positionMs);
      }, frameMs);
      const heard: Heard = { media, ms: 0, keys: '', pacer };
      phones.set(call.callId, heard);
      media.onFrame((samples) => {
        if (samples.some((sample) => Math.abs(sample) > silenceLevel)) heard.ms += frameMs;
      });
      media.onDtmf((digit) => (heard.keys += digit));
      media.start(offer.media, 'answered');
      call.reply(200, { body: writeAnswer(offer, local) });
    },
    press: async (call, digits) => {
      for (const digit of digits) await phones.get(call.callId)?.media.sendDtmf(digit, dtmfTiming.toneMs);
    },
    heardMs: (callId) => phones.get(callId)?.ms ?? 0,
    keys: (callId) => phones.get(callId)?.keys ?? '',
    close: async () => {
      for (const { media, pacer } of phones.values()) {
        clearInterval(pacer);
        await media.close();
      }
    },
  };
}
