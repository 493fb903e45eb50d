import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import {
  describeTelephonyProvider,
  type PeerBehavior,
  type TelephonySubject,
} from '../../conformance/telephony-provider';
import { scaledMs } from '../../support/deadline';
import { findPeer, peersWithinMs } from '../../support/peers/find-peer';
import { openRtpPhone, type HeardAudio, type RtpPhone } from '../../support/peers/rtp-phone';
import { answers, hangsUp, refuses, ringsOn } from '../../support/peers/sip-scenarios';
import { fieldOf, requestsIn } from '../../support/peers/sipp-log';
import { startSipp, type Sipp } from '../../support/peers/sipp';
import { audioAt, chooseByNumber } from '../../support/peers/sipp-scenario';
import { openLine, type Line } from './line';

const numbers: Record<PeerBehavior, string> = {
  answers: '+358401230001',
  busy: '+358401230002',
  no_answer: '+358401230003',
  hangs_up: '+358401230004',
  presses_keys: '+358401230005',
  loses_connection: '+358401230006',
  refused: '+358401230007',
};

const nothingHeard: HeardAudio = { packets: 0, loudMs: 0, keys: '', payloads: [], atMs: [] };

describe('the provider of SIP with SIPp', () => {
  let sipp: InstalledProgram | undefined;
  let peer: Sipp | undefined;
  let listening: RtpPhone | undefined;
  let pressing: RtpPhone | undefined;
  const lines: Line[] = [];
  let subject: TelephonySubject;
  // The calls are made in real time, so all at once: each test then looks at its own.
  const bodies: (() => Promise<void>)[] = [];
  let calls: Promise<void>[] = [];

  beforeAll(async () => {
    sipp = await findPeer('sipp');
    if (sipp === undefined) return;
    [listening, pressing] = [await openRtpPhone(), await openRtpPhone({ presses: '42#' })];
    const escaped = (behavior: PeerBehavior): string => numbers[behavior].replace('+', '[+]');
    peer = await startSipp(sipp, {
      name: 'conformance',
      calls: 10_000,
      withinSeconds: 120,
      steps: chooseByNumber({
        [escaped('answers')]: answers(audioAt(listening.port)),
        [escaped('busy')]: refuses(486, 'Busy Here', { rings: true }),
        [escaped('no_answer')]: ringsOn,
        [escaped('hangs_up')]: hangsUp(400),
        [escaped('presses_keys')]: answers(audioAt(pressing.port)),
        [escaped('loses_connection')]: hangsUp(400, 'Q.850;cause=38;text="Network out of order"'),
        [escaped('refused')]: refuses(403, 'Forbidden'),
      }),
    });
    lines.push(await openLine({ port: peer.port }));
    const [line] = lines as [Line];
    // Another process shares the log of calls.
    const other = await openLine({ port: peer.port, log: line.log, limits: { closeMs: 1_000 } });
    lines.push(other);
    subject = {
      provider: line.provider,
      restarted: () => other.provider,
      address: (behavior) => ({ to: numbers[behavior], from: '+358409876543', integrations: {} }),
      pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      peer: {
        rings: (key) => Promise.resolve(ringsOf(line.callIdOf(key))),
        keys: (key) => heardOf(line.callIdOf(key)).keys,
        heardMs: (key) => heardOf(line.callIdOf(key)).loudMs,
      },
      confirmsEnds: false,
      realTime: true,
      // A slow machine answers late, and must have talked before the call is over.
      limits: { ringTimeoutMs: scaledMs(2_000), maxDurationMs: scaledMs(2_000) },
    };
    calls = bodies.map((body) => body());
    await Promise.allSettled(calls);
  }, peersWithinMs);
  afterAll(async () => {
    await Promise.all(lines.map((line) => line.close()));
    await listening?.close();
    await pressing?.close();
    await peer?.end();
  });

  /** How many calls rang that had this id: INVITEs outside of a dialog, repeated ones left out. */
  const ringsOf = (callId: string): number => {
    const messages = peer?.messages() ?? [];
    const rang = messages.some(({ start, text }) => start.startsWith('SIP/2.0 180') && text.includes(callId));
    return rang ? requestsIn(messages, 'INVITE').filter((message) => fieldOf(message, 'Call-ID') === callId).length : 0;
  };
  const heardOf = (callId: string): HeardAudio => {
    const [invite] = requestsIn(peer?.messages() ?? [], 'INVITE').filter(
      (message) => fieldOf(message, 'Call-ID') === callId,
    );
    const port = Number(/^m=audio (\d+) /m.exec(invite?.text ?? '')?.[1]);
    return listening === undefined || Number.isNaN(port) ? nothingHeard : listening.heardFrom(port);
  };

  const atOnce = (name: string, body: () => Promise<void>): void => {
    const index = bodies.push(body) - 1;
    it(name, async () => {
      if (sipp !== undefined) await calls[index];
    });
  };
  describeTelephonyProvider({ describe, it: atOnce }, () => subject);
});
