import { uuidv7 } from 'uuidv7';

/** Ids that sort by their creation (UUIDv7, RFC 9562) with a prefix that says what they name. */
export const newId = (prefix: 'job' | 'campaign' | 'webhook' | 'org' | 'key' | 'import' | 'audit' | 'req'): string =>
  `${prefix}_${uuidv7().replaceAll('-', '')}`;
