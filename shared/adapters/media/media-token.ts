import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createMasterKeys, type MasterKeySettings } from '../crypto/master-keys';
import { formatMediaPath, type MediaRequest } from './media-path';

/** Short-lived tokens that authorize one request of one process to another. */
export interface MediaTokens {
  /** Creates a token for one request: one action on one call, and one side of it. */
  sign(request: MediaRequest, nowMs: number): string;
  /**
   * Whether the token was signed for this request with the master key, has not expired and was not verified before. A
   * process serves the audio of its own calls only, so it remembers the tokens of its calls itself.
   */
  verify(request: MediaRequest, token: string, nowMs: number): boolean;
}

/** Covers the time to connect and the clock difference between two hosts. */
const lifetimeMs = 30_000;
const nonceBytes = 16;
const format = /^(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/;

/** Signs with a key derived from the master key. During a key rotation, tokens of both keys are valid. */
export function createMediaTokens(settings: MasterKeySettings): MediaTokens {
  const { current, accepted } = createMasterKeys(settings);
  const macOf = (request: MediaRequest, made: string, nonce: string, key = current): Buffer =>
    createHmac('sha256', key.derive('media-token/v2'))
      .update(`${made}/${nonce}${formatMediaPath(request)}`)
      .digest();
  const seen = createNonces();
  return {
    sign: (request, nowMs) => {
      const nonce = randomBytes(nonceBytes).toString('base64url');
      return `${nowMs}.${nonce}.${macOf(request, String(nowMs), nonce).toString('base64url')}`;
    },
    verify: (request, token, nowMs) => {
      const [, made = '', nonce = '', signature = ''] = format.exec(token) ?? [];
      if (made === '' || Math.abs(nowMs - Number(made)) > lifetimeMs) return false;
      const given = Buffer.from(signature, 'base64url');
      if (!accepted.some((key) => timingSafeEqual(macOf(request, made, nonce, key), given))) return false;
      return seen.add(nonce, Number(made) + lifetimeMs, nowMs);
    },
  };
}

/** Remembers the nonces of valid tokens until the tokens expire. */
function createNonces() {
  const expiry = new Map<string, number>();
  return {
    /** @returns false if the nonce was added before */
    add: (nonce: string, expiresMs: number, nowMs: number): boolean => {
      for (const [other, otherMs] of expiry) if (otherMs < nowMs) expiry.delete(other);
      if (expiry.has(nonce)) return false;
      expiry.set(nonce, expiresMs);
      return true;
    },
  };
}
