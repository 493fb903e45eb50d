import type { Db } from 'mongodb';
import { createFileSeal } from '../crypto/file-seal';
import { createKeyWrapper } from '../crypto/key-wrapper';
import { createMasterKeys, type MasterKeySettings } from '../crypto/master-keys';
import { createNumberHash } from '../crypto/number-hash';
import { createSecretBox } from '../crypto/secret-box';
import { createDataKeys } from './data-keys';
import { createServiceSecret } from './service-secret';

/**
 * Every key, cipher and keyed hash of one database. Keys are read on first use: a process starts while the store is
 * unavailable.
 */
export function createKeys(db: Db, settings: MasterKeySettings) {
  const masterKeys = createMasterKeys(settings);
  const wrapper = createKeyWrapper(masterKeys);
  const keyOf = createServiceSecret(db, wrapper, masterKeys);
  return {
    wrapper,
    dataKeys: createDataKeys(db, wrapper),
    numberHash: createNumberHash(keyOf),
    secretBox: createSecretBox(keyOf),
    fileSeal: createFileSeal(keyOf),
  };
}
export type Keys = ReturnType<typeof createKeys>;
