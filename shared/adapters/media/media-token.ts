import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Lets one of our processes ask another for one call, for a moment. */
export interface MediaTokens {
  sign(callId: string, nowMs: number): string;
  /** Whether the token was made for this call by who has the master key, and is still good. */
  verify(callId: string, token: string, nowMs: number): boolean;
}

/** Longer than a connection takes to make; the clocks of two hosts may differ by as much. */
const lifetimeMs = 30_000;

/** @param masterKey 32 bytes in base64; the tokens' own key is derived from it (HKDF, RFC 5869) */
export function createMediaTokens(masterKey: string): MediaTokens {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(masterKey, 'base64'), '', 'outdial/media-token/v1', 32));
  const mac = (callId: string, madeMs: number): Buffer =>
    createHmac('sha256', key).update(`${madeMs}/${callId}`).digest();
  return {
    sign: (callId, nowMs) => `${nowMs}.${mac(callId, nowMs).toString('base64url')}`,
    verify: (callId, token, nowMs) => {
      const [, made = '', signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
      if (made === '' || Math.abs(nowMs - Number(made)) > lifetimeMs) return false;
      return timingSafeEqual(mac(callId, Number(made)), Buffer.from(signature, 'base64url'));
    },
  };
}
