import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBot } from '../agent-bot';
import { sdp, startTestUas } from '../telephony/test-uas';

/** The other end of the SIP trunk, and the voice agent of its calls. */
export interface Phone {
  /** Of the trunk. */
  port: number;
  agentUrl: string;
  /** The calls of a number, as the phone counts them: `invites` is more than one if one call rang twice. */
  callsTo(phoneNumber: string): { callId: string; invites: number; isOpen: boolean }[];
  close(): Promise<void>;
}

const ringMs = 300;
const talkMs = 1_500;
/** A phone hangs up if nothing acknowledges its answer for so long (RFC 3261 section 13.3.1.4). */
const unacknowledgedMs = 32_000;

/** A phone that answers every call, and an agent that ends it after a while. */
export async function startPhone(): Promise<Phone> {
  const audio = createSocket('udp4');
  await new Promise<void>((resolve) => audio.bind(0, '127.0.0.1', resolve));
  const body = sdp(audio.address().port);
  const givenUp = new Set<string>();
  const uas = await startTestUas((call) => {
    call.reply(180);
    void sleep(ringMs).then(async () => {
      // It may have been canceled.
      if (call.methods.includes('CANCEL')) return;
      call.reply(200, { body });
      await sleep(unacknowledgedMs, undefined, { ref: false });
      if (!call.methods.includes('ACK')) givenUp.add(call.callId);
    });
  });
  const bot = await startBot({
    onMessage: (connection, { event }) => {
      if (event !== 'start') return;
      connection.play(400);
      void sleep(talkMs).then(() => connection.send({ event: 'outdial.end', reason: 'conversation_complete' }));
    },
  });
  return {
    port: uas.port,
    agentUrl: bot.url,
    callsTo: (phoneNumber) =>
      [...uas.calls.values()]
        .filter(({ number }) => number === phoneNumber)
        .map(({ callId, invites, isOpen }) => ({ callId, invites, isOpen: isOpen && !givenUp.has(callId) })),
    close: async () => {
      await Promise.all([uas.close(), bot.close()]);
      audio.close();
    },
  };
}
