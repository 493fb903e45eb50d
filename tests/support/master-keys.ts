import { createHash } from 'node:crypto';
import { createMasterKeys, type KeySource } from '../../shared/adapters/crypto/master-keys';

/** A master key that every process accepts; the same for the same number. */
export const masterKeyOf = (number: number): string =>
  createHash('sha256').update(`master key ${number}`).digest('base64');

export const testMasterKey = masterKeyOf(7);
/** The settings that tests' keys are made from. */
export const testKeys = { OUTDIAL_MASTER_KEY: testMasterKey };

/** Keys without a database. */
export const keySource = (number: number): KeySource => {
  const { current } = createMasterKeys({ OUTDIAL_MASTER_KEY: masterKeyOf(number) });
  return (purpose) => Promise.resolve(current.derive(purpose));
};
