import type { Db } from 'mongodb';
import { createFileSeal } from '../crypto/file-seal';
import { createKeyWrapper } from '../crypto/key-wrapper';
import { createMasterKeys, type MasterKeySettings } from '../crypto/master-keys';
import { createNumberHash } from '../crypto/number-hash';
import { createSecretBox } from '../crypto/secret-box';
import { createDataKeys } from './data-keys';
import { createServiceSecret } from './service-secret';

/** Everything that is keyed in one database. Nothing is read before it is needed: a process starts while the store is away. */
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
