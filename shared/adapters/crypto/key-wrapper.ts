import {
  AlgorithmSuiteIdentifier,
  EncryptedDataKey,
  KeyringTraceFlag,
  NodeAlgorithmSuite,
  NodeDecryptionMaterial,
  NodeEncryptionMaterial,
  unwrapDataKey,
  type KeyringNode,
} from '@aws-crypto/material-management-node';
import { RawAesKeyringNode, RawAesWrappingSuiteIdentifier } from '@aws-crypto/raw-aes-keyring-node';
import type { MasterKeys } from './master-keys';

/**
 * Wraps data keys, so that they can be stored. `about` names what a key is for: wrapped for one thing, it does not open for another.
 *
 * The implementation below hands over to a apiKeyCache of the AWS Encryption SDK. A KMS takes its place by another apiKeyCache: give
 * `KmsKeyringNode` (of `@aws-crypto/kms-keyring-node`) as `wrapping` and `unwrapping` to `wrapperOver`, with its key's ARN as `current`;
 * nothing else changes, and what a master key has wrapped is rewrapped by the rotation while both keyrings can unwrap.
 */
export interface KeyWrapper {
  wrap(key: Uint8Array, context: string): Promise<string>;
  /** @throws {KeyUnwrapError} when no key at hand opens it for this */
  unwrap(wrapped: string, context: string): Promise<Buffer>;
  /** Whether the key that wraps today wrapped it. */
  isCurrent(wrapped: string): boolean;
}

/** A wrapped key was changed, is for something else, or its master key is not among those at hand. */
export class KeyUnwrapError extends Error {
  override name = 'KeyNotOpenedError';
}

/** Where the keys come from that wrap: the name before the first dot of what is wrapped. */
const namespace = 'outdial';
/** Says how long a data key is; nothing is encrypted with the suite here, so that its signatures are of no use. */
const suite = new NodeAlgorithmSuite(AlgorithmSuiteIdentifier.ALG_AES256_GCM_IV12_TAG16_HKDF_SHA512_COMMIT_KEY);

const textOf = ({ providerId, providerInfo, rawInfo, encryptedDataKey }: EncryptedDataKey): string =>
  [
    providerId,
    Buffer.from(rawInfo ?? Buffer.from(providerInfo)).toString('base64url'),
    Buffer.from(encryptedDataKey).toString('base64url'),
  ].join('.');

function fromText(wrapped: string): EncryptedDataKey {
  const [providerId = '', info = '', key = ''] = wrapped.split('.');
  const rawInfo = Buffer.from(info, 'base64url');
  const encryptedDataKey = Buffer.from(key, 'base64url');
  return new EncryptedDataKey({ providerId, providerInfo: rawInfo.toString('utf8'), rawInfo, encryptedDataKey });
}

/** @param current how the provider info of what `wrapping` wraps begins: the name of its key */
export function wrapperOver(keyrings: {
  wrapping: KeyringNode;
  unwrapping: readonly KeyringNode[];
  current: string;
}): KeyWrapper {
  const context = (about: string) => ({ outdial: about });
  return {
    wrap: async (key, about) => {
      const material = new NodeEncryptionMaterial(suite, context(about));
      // A apiKeyCache that is given a key wraps it, and one that is not makes one.
      material.setUnencryptedDataKey(Uint8Array.from(key), {
        keyNamespace: namespace,
        keyName: 'data',
        flags: KeyringTraceFlag.WRAPPING_KEY_GENERATED_DATA_KEY,
      });
      const { encryptedDataKeys } = await keyrings.wrapping.onEncrypt(material);
      const [wrapped] = encryptedDataKeys;
      if (wrapped === undefined) throw new Error('The apiKeyCache wrapped nothing.');
      return textOf(wrapped);
    },
    unwrap: async (wrapped, about) => {
      let cause: unknown;
      for (const apiKeyCache of keyrings.unwrapping) {
        try {
          const opened = await apiKeyCache.onDecrypt(new NodeDecryptionMaterial(suite, context(about)), [
            fromText(wrapped),
          ]);
          if (opened.hasUnencryptedDataKey) return Buffer.from(unwrapDataKey(opened.getUnencryptedDataKey()));
        } catch (error) {
          cause = error;
        }
      }
      throw new KeyUnwrapError(`The key of ${about} does not open with any master key at hand.`, { cause });
    },
    isCurrent: (wrapped) => fromText(wrapped).providerInfo.startsWith(keyrings.current),
  };
}

/** Wraps by AES-256-GCM under keys that are derived from the master keys. */
export function createKeyWrapper({ current, accepted: readable }: MasterKeys): KeyWrapper {
  const keyrings = readable.map(
    (master) =>
      new RawAesKeyringNode({
        keyNamespace: namespace,
        keyName: master.id,
        unencryptedMasterKey: Uint8Array.from(master.derive('key-wrap/v1')),
        wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
      }),
  );
  const [wrapping] = keyrings;
  if (wrapping === undefined) throw new Error('There is no master key.');
  return wrapperOver({ wrapping, unwrapping: keyrings, current: current.id });
}
