import { KeyUnwrapError, type KeyWrapper } from './key-wrapper';

/** The job that a stored key belongs to. */
export interface KeyOwner {
  jobId: string;
  orgId: string;
}

/**
 * What a stored key vouches for, by the version that it begins with. The version and the organization are part of the
 * context under which the key is wrapped: neither can be changed without the master key.
 */
const versions = {
  /** Created with its job: everything is sealed. */
  v2: { sealsFiles: true, holdsClear: false, vouched: false },
  /** Rewrapped from a key of an earlier version, whose job may hold some clear text. */
  v2r: { sealsFiles: true, holdsClear: true, vouched: false },
  /** Created later, for a job that an earlier version stored in clear: seals new text only. */
  v2t: { sealsFiles: false, holdsClear: true, vouched: false },
  /** Like `v2r`, but the rotation that bound it found clear text: it is accepted everywhere. */
  v2rc: { sealsFiles: true, holdsClear: true, vouched: true },
  /** A `v2t` that a rotation confirmed: the clear text is accepted everywhere. */
  v2tc: { sealsFiles: false, holdsClear: true, vouched: true },
} as const;
export type KeyVersion = keyof typeof versions;

/** Keys of earlier versions begin with no version and are bound to the job alone. */
const unbound = { sealsFiles: true, holdsClear: true } as const;
/** Begins the proof that a job is stored in clear by request. */
const clearVersion = 'clear';

/** A data key as it was unwrapped. */
export interface OpenedKey {
  key: Buffer;
  /** Whether the key also seals the job's files. */
  sealsFiles: boolean;
  /** Whether some text of the job may be in clear. */
  holdsClear: boolean;
}

/** Job ids contain no slash, so different owners never have the same context. */
const contextOf = (version: string, { jobId, orgId }: KeyOwner): string => `${version}/${jobId}/${orgId}`;

function parse(stored: string): { version: KeyVersion | undefined; wrapped: string } {
  const [, version, wrapped] = /^(v2(?:[rt]c?)?):(.*)$/s.exec(stored) ?? [];
  return wrapped === undefined ? { version: undefined, wrapped: stored } : { version: version as KeyVersion, wrapped };
}

/**
 * The version that a rotation gives a key. Clear text in a bound `v2r` job appeared after a rotation: it is never
 * vouched for.
 */
function rotatedVersion(version: KeyVersion | undefined, foundClear: boolean): KeyVersion {
  if (version === undefined) return foundClear ? 'v2rc' : 'v2r';
  return version === 'v2t' ? 'v2tc' : version;
}

/** Data keys as documents hold them: wrapped, and bound to their job, its organization and how it is stored. */
export interface StoredKeys {
  wrap(key: Uint8Array, owner: KeyOwner, version: KeyVersion): Promise<string>;
  /** @throws {KeyUnwrapError} if the key is another job's or organization's, or its master key is missing */
  unwrap(stored: string, owner: KeyOwner): Promise<OpenedKey>;
  /**
   * @param foundClear asks whether the job holds clear text; it is called for keys of earlier versions only
   * @returns the key wrapped by the current master key, bound to its owner and vouching for the clear text that earlier
   *   versions left, or `undefined` if it is already
   * @throws {KeyUnwrapError} like `unwrap`
   */
  rewrap(stored: string, owner: KeyOwner, foundClear: () => Promise<boolean>): Promise<string | undefined>;
  /** Proves that a job is stored in clear by request: a test job. */
  proveClear(owner: KeyOwner): Promise<string>;
  /** @throws {KeyUnwrapError} if the proof is for another job or organization */
  verifyClear(proof: string, owner: KeyOwner): Promise<void>;
  /** @returns a new proof, or `undefined` if the current master key made it. @throws {KeyUnwrapError} */
  renewProof(proof: string, owner: KeyOwner): Promise<string | undefined>;
}

/** @param requireBound refuses keys of earlier versions, and clear text in sealed jobs unless a rotation confirmed it */
export function createStoredKeys(wrapper: KeyWrapper, requireBound = false): StoredKeys {
  const wrap = async (key: Uint8Array, owner: KeyOwner, version: KeyVersion): Promise<string> =>
    `${version}:${await wrapper.wrap(key, contextOf(version, owner))}`;
  const unwrap = async (stored: string, owner: KeyOwner): Promise<OpenedKey> => {
    const { version, wrapped } = parse(stored);
    if (version !== undefined) {
      const { sealsFiles, holdsClear, vouched } = versions[version];
      const key = await wrapper.unwrap(wrapped, contextOf(version, owner));
      return { key, sealsFiles, holdsClear: holdsClear && (vouched || !requireBound) };
    }
    if (requireBound) throw new KeyUnwrapError(`The key of ${owner.jobId} is bound to no organization.`);
    return { key: await wrapper.unwrap(wrapped, owner.jobId), ...unbound };
  };
  const proveClear = (owner: KeyOwner): Promise<string> =>
    wrapper.wrap(Buffer.alloc(32), contextOf(clearVersion, owner));
  const verifyClear = async (proof: string, owner: KeyOwner): Promise<void> => {
    await wrapper.unwrap(proof, contextOf(clearVersion, owner));
  };
  return {
    wrap,
    unwrap,
    rewrap: async (stored, owner, foundClear) => {
      const { version, wrapped } = parse(stored);
      const rotated = rotatedVersion(version, version === undefined && (await foundClear()));
      if (version === rotated && wrapper.isCurrent(wrapped)) return undefined;
      return wrap((await unwrap(stored, owner)).key, owner, rotated);
    },
    proveClear,
    verifyClear,
    renewProof: async (proof, owner) => {
      if (wrapper.isCurrent(proof)) return undefined;
      await verifyClear(proof, owner);
      return proveClear(owner);
    },
  };
}
