/** Error handler for `catch`: returns `fallback` if a file or folder does not exist, and rethrows other errors. */
export const ifMissing =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return fallback;
    throw error;
  };
