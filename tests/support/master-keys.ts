import { createMasterKeys, type KeySource } from '../../shared/adapters/crypto/master-keys';

const masterKeyOf = (fill: number): string => Buffer.alloc(32, fill).toString('base64');

export const testMasterKey = masterKeyOf(7);
/** The settings that tests' keys are made from. */
export const testKeys = { OUTDIAL_MASTER_KEY: testMasterKey };

/** Keys without a database. */
export const keySource = (fill: number): KeySource => {
  const { current } = createMasterKeys({ OUTDIAL_MASTER_KEY: masterKeyOf(fill) });
  return (purpose) => Promise.resolve(current.derive(purpose));
};
