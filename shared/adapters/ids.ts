import { uuidv7 } from 'uuidv7';

export type IdPrefix = 'job' | 'campaign' | 'webhook' | 'org' | 'key' | 'import' | 'audit' | 'req';

/** What makes an id one of its kind; sorts by its creation (UUIDv7, RFC 9562). */
export const newSeed = (): string => uuidv7().replaceAll('-', '');

/** Ids with a prefix that says what they name. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${newSeed()}`;
