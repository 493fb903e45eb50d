import { hkdfSync } from 'node:crypto';

/** A master key. It is never used itself: each purpose has its own key, derived from it (HKDF, RFC 5869). */
export interface MasterKey {
  /** Identifies the key without revealing it; wrapped keys begin with it. */
  id: string;
  derive(purpose: string): Buffer;
  /** The key itself. */
  bytes: Buffer;
}

/** The current master key wraps; every accepted one unwraps. The current one comes first. */
export interface MasterKeys {
  current: MasterKey;
  accepted: readonly MasterKey[];
}

/** The settings that hold the master keys, 32 bytes in base64 each. */
export interface MasterKeySettings {
  OUTDIAL_MASTER_KEY: string;
  OUTDIAL_PREVIOUS_MASTER_KEYS?: readonly string[] | undefined;
}

/**
 * Returns the key for a purpose that belongs to no job, such as the hash of phone numbers. It outlives every master
 * key.
 */
export type KeySource = (purpose: string) => Promise<Buffer>;

const idBytes = 8;

/** Derives the key for one purpose from a secret. */
export const deriveKey = (secret: Buffer, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `outdial/${purpose}`, bytes));

function parseMasterKey(base64: string): MasterKey {
  const bytes = Buffer.from(base64, 'base64');
  return {
    id: deriveKey(bytes, 'master-key-id/v1', idBytes).toString('base64url'),
    derive: (purpose) => deriveKey(bytes, purpose),
    bytes,
  };
}

export function createMasterKeys(settings: MasterKeySettings): MasterKeys {
  const current = parseMasterKey(settings.OUTDIAL_MASTER_KEY);
  const previous = (settings.OUTDIAL_PREVIOUS_MASTER_KEYS ?? []).map(parseMasterKey);
  return { current, accepted: [current, ...previous.filter(({ id }) => id !== current.id)] };
}
