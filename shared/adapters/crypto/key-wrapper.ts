import { ivBytes, open, seal, tagBytes } from './aead';
import type { MasterKey, MasterKeys } from './master-keys';

/**
 * Wraps data keys for storage. `context` names what a key is for: a key wrapped for one context never opens for
 * another.
 */
export interface KeyWrapper {
  wrap(key: Uint8Array, context: string): Promise<string>;
  /** @throws {KeyUnwrapError} when no accepted key opens it in this context */
  unwrap(wrapped: string, context: string): Promise<Buffer>;
  /** Whether the current wrapping key wrapped it. */
  isCurrent(wrapped: string): boolean;
}

/**
 * A key that wraps data keys. A KMS key implements it with two requests (Encrypt and Decrypt, `context` as encryption
 * context) and goes to {@link wrapWith} as `current`, next to the master keys that still unwrap.
 */
export interface WrappingKey extends Pick<KeyWrapper, 'wrap' | 'unwrap'> {
  /** Whether this key wrapped it, by the name that wrapped keys begin with. */
  hasWrapped(wrapped: string): boolean;
}

/** No accepted key unwraps a data key: it was changed, belongs to another context, or its master key is missing. */
export class KeyUnwrapError extends Error {
  override name = 'KeyUnwrapError';
}

/** Wraps with one key and unwraps with every accepted one. */
export const wrapWith = (current: WrappingKey, accepted: readonly WrappingKey[]): KeyWrapper => ({
  wrap: (key, context) => current.wrap(key, context),
  unwrap: async (wrapped, context) => {
    let cause: unknown;
    for (const key of accepted.filter((candidate) => candidate.hasWrapped(wrapped))) {
      try {
        return await key.unwrap(wrapped, context);
      } catch (error) {
        cause = error;
      }
    }
    throw new KeyUnwrapError(`The key of ${context} does not open with any accepted master key.`, { cause });
  },
  isCurrent: (wrapped) => current.hasWrapped(wrapped),
});

/** Wraps by AES-256-GCM under keys derived from the master keys. */
export const createKeyWrapper = ({ current, accepted }: MasterKeys): KeyWrapper =>
  wrapWith(createWrappingKey(current), accepted.map(createWrappingKey));

const provider = 'outdial';
/** Tag length in bits and IV length in bytes, as the format states them before the IV. */
const lengths = Buffer.from([0, 0, 0, 8 * tagBytes, 0, 0, 0, ivBytes]);

/**
 * The format is that of a raw AES keyring of the AWS Encryption SDK: provider, provider info (master key id, lengths,
 * IV) and ciphertext with tag, joined by dots.
 */
function createWrappingKey(master: MasterKey): WrappingKey {
  const key = master.derive('key-wrap/v1');
  const header = Buffer.concat([Buffer.from(master.id), lengths]);
  const infoBytes = header.length + ivBytes;
  const parse = (wrapped: string) => {
    const [name, info = '', ciphertext = ''] = wrapped.split('.');
    return { name, info: Buffer.from(info, 'base64url'), ciphertext: Buffer.from(ciphertext, 'base64url') };
  };
  return {
    hasWrapped: (wrapped) => {
      const { name, info } = parse(wrapped);
      return name === provider && info.length === infoBytes && info.subarray(0, header.length).equals(header);
    },
    wrap: (dataKey, context) => {
      const sealed = seal(key, serializeContext(context), dataKey);
      const info = Buffer.concat([header, sealed.subarray(0, ivBytes)]);
      const ciphertext = sealed.subarray(ivBytes);
      return Promise.resolve([provider, info.toString('base64url'), ciphertext.toString('base64url')].join('.'));
    },
    unwrap: async (wrapped, context) => {
      const { info, ciphertext } = parse(wrapped);
      const sealed = Buffer.concat([info.subarray(header.length), ciphertext]);
      return Promise.resolve(open(key, serializeContext(context), sealed));
    },
  };
}

/**
 * The encryption context `{ outdial: context }` as the AWS Encryption SDK authenticates it: a count, then
 * length-prefixed texts.
 */
const serializeContext = (context: string): Buffer =>
  Buffer.concat([Buffer.from([0, 1]), ...[provider, context].map(prefixLength)]);

function prefixLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
