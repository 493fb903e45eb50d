import { createHmac, timingSafeEqual } from 'node:crypto';
import { createMasterKeys, type MasterKeySettings } from '../../crypto/master-keys';

/** What Twilio sends to a URL of one call: its progress, who answered it, or its audio, as a websocket. */
export type LinePurpose = 'status' | 'amd' | 'media';
export interface LineAddress {
  attemptKey: string;
  purpose: LinePurpose;
}

/**
 * The URLs that Twilio gets for one call. Each carries a token of our own: another application of the same account, whose
 * requests Twilio signs too, cannot speak for our calls.
 */
export interface LineUrls {
  /** `https` for callbacks, `wss` for audio; with `http` and `ws` if the public URL is `http`. */
  format(address: LineAddress): string;
  /** @param path of a request, without the query. @returns `undefined` for other paths, and for invalid tokens */
  parse(path: string): LineAddress | undefined;
}

const prefix = '/line/twilio/';
const pattern = /^\/line\/twilio\/([\w-]{1,200})\/([\w-]{22})\/(status|amd|media)$/;
const tokenLength = 22;

/** Whether a path belongs to Twilio's requests, valid or not. */
export const isLinePath = (path: string): boolean => path.startsWith(prefix);

/** @param publicUrl where Twilio reaches the API, without a trailing slash; it may have a path */
export function createLineUrls(publicUrl: string, settings: MasterKeySettings): LineUrls {
  const { current, accepted } = createMasterKeys(settings);
  const tokenOf = (attemptKey: string, key = current): string =>
    createHmac('sha256', key.derive('twilio-line/v1')).update(attemptKey).digest('base64url').slice(0, tokenLength);
  return {
    format: ({ attemptKey, purpose }) => {
      const url = `${publicUrl}${prefix}${attemptKey}/${tokenOf(attemptKey)}/${purpose}`;
      return purpose === 'media' ? url.replace(/^http/, 'ws') : url;
    },
    parse: (path) => {
      const [, attemptKey = '', token = '', purpose = ''] = pattern.exec(path) ?? [];
      if (attemptKey === '') return undefined;
      const given = Buffer.from(token);
      const isOurs = accepted.some((key) => timingSafeEqual(Buffer.from(tokenOf(attemptKey, key)), given));
      return isOurs ? { attemptKey, purpose: purpose as LinePurpose } : undefined;
    },
  };
}
