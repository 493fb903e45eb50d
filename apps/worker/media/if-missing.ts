/** For `catch`: gives `none` where there is no such file or folder. A disk that fails is not one without it, and throws. */
export const ifMissing =
  <T>(none: T) =>
  (error: unknown): T => {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return none;
    throw error;
  };
