import { join } from 'node:path';
import type { Cache } from './cache';
import { found, missing, type Source } from './resolution';

/** An executable that was downloaded or built before. */
export interface CachedProgram {
  label: string;
  /** The name of its folder in the cache. */
  folder: string;
  /** The name of its file in that folder. */
  file: string;
}

/** Takes a program from the cache. */
export function createCacheSource(
  cache: Cache,
  { label, folder, file }: CachedProgram,
): Source<{ executable: string }> {
  return {
    label: `${label}, from the cache (${folder})`,
    resolve() {
      const dir = cache.folder(folder);
      return Promise.resolve(dir === undefined ? missing('not there') : found({ executable: join(dir, file) }));
    },
  };
}
