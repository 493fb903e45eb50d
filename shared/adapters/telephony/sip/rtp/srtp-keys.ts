import { createCipheriv, createSecretKey, type KeyObject } from 'node:crypto';

/** The keys of RTP, or of RTCP, that follow from a master key. */
export interface SessionKeys {
  /** 16 bytes. */
  encryption: Buffer;
  /** For HMAC-SHA1, 20 bytes. */
  authentication: KeyObject;
  /** 14 bytes. */
  salt: Buffer;
}

const [masterKeyBytes, masterSaltBytes] = [16, 14];

/**
 * Derives session keys with AES-CM, once for the whole session (RFC 3711 section 4.3, a key derivation rate of 0).
 * @param master the master key of 16 bytes, then the master salt of 14 bytes
 * @throws {RangeError} if it has another length
 */
export function deriveSessionKeys(master: Buffer, protocol: 'rtp' | 'rtcp'): SessionKeys {
  if (master.length !== masterKeyBytes + masterSaltBytes)
    throw new RangeError(`The keying material of SRTP has 30 bytes, not ${master.length}.`);
  const firstLabel = protocol === 'rtp' ? 0 : 3;
  return {
    encryption: deriveKey(master, firstLabel, 16),
    authentication: createSecretKey(deriveKey(master, firstLabel + 1, 20)),
    salt: deriveKey(master, firstLabel + 2, masterSaltBytes),
  };
}

/** The label is the eighth byte of what is added to the salt; what follows it is 0 because keys are derived once. */
function deriveKey(master: Buffer, label: number, bytes: number): Buffer {
  const block = Buffer.alloc(16);
  master.copy(block, 0, masterKeyBytes);
  block[7] = (block[7] ?? 0) ^ label;
  return createCipheriv('aes-128-ctr', master.subarray(0, masterKeyBytes), block).update(Buffer.alloc(bytes));
}
