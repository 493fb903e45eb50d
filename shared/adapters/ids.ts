import { uuidv7 } from 'uuidv7';

export type IdPrefix = 'job' | 'campaign' | 'webhook' | 'org' | 'key' | 'import' | 'bulk' | 'audit' | 'req';

/** The unique part of an id; sorts by creation (UUIDv7, RFC 9562). */
export const newSeed = (): string => uuidv7().replaceAll('-', '');

/** Creates an id with a prefix that names its kind. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${newSeed()}`;
