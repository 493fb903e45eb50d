import { frameMs, telephoneRate } from '../../shared/domain/audio/format';
import { mulaw } from '../../shared/domain/audio/g711';
import { createPlayout } from '../../shared/adapters/telephony/playout';
import { createLineFrames } from '../../shared/adapters/telephony/sip/frames';
import { createRtpReceiver } from '../../shared/adapters/telephony/sip/rtp/receiver';
import { createRtpSender } from '../../shared/adapters/telephony/sip/rtp/sender';
import { createContactAudio, decodeMulaw } from '../../shared/adapters/voice-agent/media-streams/audio';
import { concat, sine } from '../../tests/support/audio-clips';

const samplesInFrame = (telephoneRate * frameMs) / 1_000;
const remote = { codec: 'PCMU', payloadType: 0, telephoneEventType: 101, ptimeMs: frameMs } as const;
const payload = mulaw.encode(concat([sine(400, frameMs)], telephoneRate));
/** An agent speaks for half of the time. */
const [turnFrames, speechFrames] = [100, 50];
/** Frames that subscribers still hold: a quarter of a second of each call, as the recorder does. */
const heldFrames = 1_500;

/**
 * The audio of calls over SIP from the packets of the contact to the agent, and back, with the frames that are recorded: without sockets,
 * files and clocks.
 * @returns passes 20 ms in each of the calls
 */
export function openSipCalls(count: number): () => void {
  const held: Buffer[] = [];
  let emitted = 0;
  const calls = Array.from({ length: count }, () => openCall((pcm) => (held[emitted++ % heldFrames] = pcm)));
  return () => calls.forEach((pass) => pass());
}

function openCall(hold: (pcm: Buffer) => void): () => void {
  let nowMs = 0;
  let sequence = 0;
  const encode = createContactAudio();
  const packet = Buffer.alloc(600);
  const frames = createLineFrames(
    (frame) => {
      hold(frame.pcm);
      if (frame.channel === 'user') encode(frame);
    },
    () => true,
  );
  const numbers = { ssrc: 1, timestamp: 1, sequence: 1 };
  const sender = createRtpSender({ numbers, epochMs: 0, takeBuffer: () => packet, send: () => undefined });
  sender.start(remote, true);
  const receiver = createRtpReceiver({
    telephoneEventType: remote.telephoneEventType,
    onFrame: (samples) => frames.receive(samples),
    onKey: () => undefined,
  });
  receiver.start(remote, nowMs);
  const playout = createPlayout({
    rate: telephoneRate,
    elapsedMs: () => nowMs,
    after: () => () => undefined,
    silence: 'sent',
    send: (pcm, startMs) => {
      sender.write(pcm, startMs, nowMs);
      frames.play(pcm, startMs);
    },
  });
  playout.start();
  return () => {
    nowMs += frameMs;
    sequence++;
    if (sequence % turnFrames < speechFrames) playout.voice.write(decodeMulaw(payload), telephoneRate);
    const timestamp = (sequence * samplesInFrame) >>> 0;
    receiver.receive(
      { payloadType: 0, marker: false, sequence: sequence & 0xffff, timestamp, ssrc: 7, payload },
      nowMs,
    );
    receiver.tick(nowMs);
    playout.pump();
  };
}
