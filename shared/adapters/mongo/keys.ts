import type { Db } from 'mongodb';
import { createFileSeal } from '../crypto/file-seal';
import { createKeyWrapper } from '../crypto/key-wrapper';
import { createMasterKeys, type MasterKeySettings } from '../crypto/master-keys';
import { createNumberHash } from '../crypto/number-hash';
import { createSecretBox } from '../crypto/secret-box';
import { createStoredKeys } from '../crypto/stored-key';
import { createDataKeys } from './data-keys';
import { createServiceSecret } from './service-secret';

export interface KeySettings extends MasterKeySettings {
  /** Refuses jobs whose key is bound to no organization, and jobs that an earlier version stored in clear. */
  OUTDIAL_REQUIRE_BOUND_KEYS?: boolean | undefined;
}

/**
 * Every key, cipher and keyed hash of one database. Keys are read on first use: a process starts while the store is
 * unavailable.
 */
export function createKeys(db: Db, settings: KeySettings) {
  const requireBound = settings.OUTDIAL_REQUIRE_BOUND_KEYS;
  const masterKeys = createMasterKeys(settings);
  const wrapper = createKeyWrapper(masterKeys);
  const keyOf = createServiceSecret(db, wrapper, masterKeys);
  return {
    wrapper,
    dataKeys: createDataKeys(db, createStoredKeys(wrapper, requireBound), { requireBound }),
    numberHash: createNumberHash(keyOf),
    secretBox: createSecretBox(keyOf),
    fileSeal: createFileSeal(keyOf),
  };
}
export type Keys = ReturnType<typeof createKeys>;
