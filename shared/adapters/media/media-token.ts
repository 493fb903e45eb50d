import { createHmac, timingSafeEqual } from 'node:crypto';
import { createMasterKeys, type MasterKeySettings } from '../crypto/master-keys';

/** Lets one of our processes ask another for one call, for a moment. */
export interface MediaTokens {
  sign(callId: string, nowMs: number): string;
  /** Whether the token was made for this call by who has the master key, and is still good. */
  verify(callId: string, token: string, nowMs: number): boolean;
}

/** Longer than a connection takes to make; the clocks of two hosts may differ by as much. */
const lifetimeMs = 30_000;

/** The tokens' own key is derived from the master key; while that is rotated, tokens of either are good. */
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
