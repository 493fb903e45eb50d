import { setTimeout as wait } from 'node:timers/promises';
import { createEncoder } from '../../apps/worker/media/encoder';
import { createSpool } from '../../apps/worker/media/spool';
import type { FieldCipher } from '../../shared/adapters/crypto/field-cipher';
import { renderFrame } from '../../shared/adapters/telephony/simulated/audio';
import { audioChannels, frameMs } from '../../shared/domain/audio/format';

/** The recording of one call, encrypted with one key. */
interface Recording {
  dir: string;
  call: { ID: string; JobID: string; OrgID: string; CampaignID: string };
  key: Buffer;
  cipherOf: () => Promise<FieldCipher>;
}

/** Encodes five minutes of both channels into the three files. @returns the speed relative to real time */
export async function measureEncoding({ dir, call, key, cipherOf }: Recording): Promise<number> {
  const lengthMs = 300_000;
  const spool = createSpool({ dir, call, cipherOf }, (error) => {
    throw error;
  });
  const speech = Array.from({ length: lengthMs / 5_000 }, (_, n) => ({
    channel: audioChannels[n % 2] ?? 'bot',
    startMs: n * 5_000,
    endMs: n * 5_000 + 4_500,
  }));
  for (let startMs = 0; startMs < lengthMs; startMs += frameMs) {
    for (const channel of audioChannels) {
      const near = speech.slice(Math.floor(startMs / 5_000), Math.floor(startMs / 5_000) + 1);
      spool.write({ channel, startMs, pcm: renderFrame({ seed: 'bench', channel, startMs, speech: near }) });
    }
    if (startMs % 5_000 === 0) await wait(5);
  }
  await spool.close(lengthMs);
  const encoder = createEncoder();
  const beganMs = performance.now();
  await encoder.encode(dir, { callId: call.ID, key });
  const tookMs = performance.now() - beganMs;
  await encoder.close();
  return lengthMs / tookMs;
}
