import fresh from 'fresh';

/** Whether an `If-None-Match` header names the current version, whose ETag is given. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  fresh({ 'if-none-match': ifNoneMatch }, { etag });
