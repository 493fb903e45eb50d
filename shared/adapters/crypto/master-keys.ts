import { hkdfSync } from 'node:crypto';

/** A master key, which is never used as it is: every use has a key of its own, derived from it (HKDF, RFC 5869). */
export interface MasterKey {
  /** Names the key without telling it; what is wrapped says by it which key opens it. */
  id: string;
  derive(purpose: string): Buffer;
  /** The key itself. */
  bytes: Buffer;
}

/** The key that wraps, and all that may unwrap: the current one first. */
export interface MasterKeys {
  current: MasterKey;
  accepted: readonly MasterKey[];
}

/** The settings that hold them, 32 bytes in base64 each. */
export interface MasterKeySettings {
  OUTDIAL_MASTER_KEY: string;
  OUTDIAL_PREVIOUS_MASTER_KEYS?: readonly string[] | undefined;
}

const idBytes = 8;

/** Derives a key for one purpose from a secret. */
export const deriveKey = (secret: Buffer, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `outdial/${purpose}`, bytes));

function parseMasterKey(base64: string): MasterKey {
  const bytes = Buffer.from(base64, 'base64');
  const derived = (purpose: string): Buffer => deriveKey(bytes, purpose);
  return { id: deriveKey(bytes, 'master-key-id/v1', idBytes).toString('base64url'), derive: derived, bytes };
}

export function createMasterKeys(settings: MasterKeySettings): MasterKeys {
  const current = parseMasterKey(settings.OUTDIAL_MASTER_KEY);
  const others = (settings.OUTDIAL_PREVIOUS_MASTER_KEYS ?? []).map(parseMasterKey);
  return { current, accepted: [current, ...others.filter(({ id }) => id !== current.id)] };
}
