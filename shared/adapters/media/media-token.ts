import { createHmac, timingSafeEqual } from 'node:crypto';
import { createMasterKeys, type MasterKeySettings } from '../crypto/master-keys';

/** Short-lived tokens that authorize one process to access one call in another process. */
export interface MediaTokens {
  sign(callId: string, nowMs: number): string;
  /** Whether the token was signed for this call with the master key and has not expired. */
  verify(callId: string, token: string, nowMs: number): boolean;
}

/** Covers the time to connect and the clock difference between two hosts. */
const lifetimeMs = 30_000;

/** Signs with a key derived from the master key. During a key rotation, tokens of both keys are valid. */
export function createMediaTokens(settings: MasterKeySettings): MediaTokens {
  const { current, accepted: readable } = createMasterKeys(settings);
  const mac = (callId: string, madeMs: number, key = current): Buffer =>
    createHmac('sha256', key.derive('media-token/v1')).update(`${madeMs}/${callId}`).digest();
  return {
    sign: (callId, nowMs) => `${nowMs}.${mac(callId, nowMs).toString('base64url')}`,
    verify: (callId, token, nowMs) => {
      const [, made = '', signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
      if (made === '' || Math.abs(nowMs - Number(made)) > lifetimeMs) return false;
      const given = Buffer.from(signature, 'base64url');
      return readable.some((key) => timingSafeEqual(mac(callId, Number(made), key), given));
    },
  };
}
